/* Needs -DANSWER=42, a header from -I and one from -include. */
#include <assert.h>
#include "from_folder.h"

int main(void)
{
  assert(ANSWER == 42 && FROM_FOLDER == 1 && FROM_INCLUDE == 2);
  return 0;
}
