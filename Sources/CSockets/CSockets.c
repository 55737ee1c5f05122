#include "CSockets.h"
int CSockets_placeholder(void){return 0;}
