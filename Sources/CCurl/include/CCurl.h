int CCurl_placeholder(void);
