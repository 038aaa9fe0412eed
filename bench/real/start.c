/* start.c - calls a program's main, which was renamed by -Dmain=program_main, with its name as the only argument. */
#undef main
int program_main(int argc, char **argv, char **envp);

int main(void)
{
  char *argv[] = {"program", 0}, *envp[] = {0};
  return program_main(1, argv, envp);
}
