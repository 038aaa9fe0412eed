// property: valid-memsafety
// expect: unsafe
// delete ends the life of an object.
struct node {
  int value;
};

int main()
{
  node *n = new node{1};
  delete n;
  return n->value;
}
