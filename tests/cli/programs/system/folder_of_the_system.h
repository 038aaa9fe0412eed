#define FROM_SYSTEM 3
