#define FROM_FOLDER 1
