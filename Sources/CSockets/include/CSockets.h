int CSockets_placeholder(void);
