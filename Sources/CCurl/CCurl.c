#include "CCurl.h"
int CCurl_placeholder(void){return 0;}
