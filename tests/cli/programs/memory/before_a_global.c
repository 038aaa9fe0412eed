static int stack[4], top;
static int pop(void)
{
  return stack[--top];
}
int main(void)
{
  stack[top++] = 7;
  pop();
  return pop();
}
