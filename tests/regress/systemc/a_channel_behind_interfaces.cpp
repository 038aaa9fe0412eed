// property: unreach-call
// expect: safe
// engines: explicit
// A channel of the program's own, reached through ports by its two interfaces: virtual functions and virtual bases.
#include <systemc.h>

class write_if : virtual public sc_interface {
public:
  virtual void put(char) = 0;
  virtual void reset() = 0;
};
class read_if : virtual public sc_interface {
public:
  virtual void get(char &) = 0;
  virtual int held() = 0;
};

class stack : public sc_channel, public write_if, public read_if {
  enum { SIZE = 2 };
  char data[SIZE];
  int top;
  sc_event put_event, got_event;

public:
  stack(sc_module_name name) : sc_channel(name), top(0) {}
  void put(char c) override
  {
#ifdef WRONG
    if (top == SIZE) wait(got_event);
    top++;
    wait(SC_ZERO_TIME);
    data[top - 1] = c;
#else
    if (top == SIZE) wait(got_event);
    data[top++] = c;
#endif
    put_event.notify();
  }
  void reset() override { top = 0; }
  void get(char &c) override
  {
    if (top == 0) wait(put_event);
    c = data[--top];
    got_event.notify();
  }
  int held() override { return top; }
};

class writer : public sc_module {
public:
  sc_port<write_if> out;
  SC_HAS_PROCESS(writer);
  writer(sc_module_name name) : sc_module(name) { SC_THREAD(main); }
  void main()
  {
    const char *text = "abc";
    while (*text) out->put(*text++);
  }
};

class reader : public sc_module {
public:
  sc_port<read_if> in;
  int n;
  SC_HAS_PROCESS(reader);
  reader(sc_module_name name) : sc_module(name), n(0) { SC_THREAD(main); }
  void main()
  {
    for (;;) {
      char c = 0;
      in->get(c);
      sc_assert(c == 'a' || c == 'b' || c == 'c');
      sc_assert(in->held() < 2);
      n++;
    }
  }
};

class top : public sc_module {
public:
  stack *channel;
  writer *from;
  reader *to;
  top(sc_module_name name) : sc_module(name)
  {
    channel = new stack("stack");
    from = new writer("writer");
    from->out(*channel);
    to = new reader("reader");
    to->in(*channel);
  }
};

int sc_main(int, char *[])
{
  top t("top");
  sc_start();
  sc_assert(t.to->n == 3);
  return 0;
}
