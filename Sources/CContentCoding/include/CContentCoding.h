int CContentCoding_placeholder(void);
