#include "CContentCoding.h"
int CContentCoding_placeholder(void){return 0;}
