/* Many objects of many parts, and calls that have to say which of them they mean. */
struct part {
  int a, b, c, d, e, f, g, h;
};
#define EACH_OF_TEN(x, n) x(n##0) x(n##1) x(n##2) x(n##3) x(n##4) x(n##5) x(n##6) x(n##7) x(n##8) x(n##9)
#define EACH(x) EACH_OF_TEN(x, 1) EACH_OF_TEN(x, 2) EACH_OF_TEN(x, 3) EACH_OF_TEN(x, 4) EACH_OF_TEN(x, 5) EACH_OF_TEN(x, 6)
#define DECLARE(n) struct part part##n;
#define SET(n) part##n.a = n;
EACH(DECLARE)

extern void look(const struct part *), fill(struct part *);

static void set_all(void)
{
  EACH(SET)
  look(&part10);
  look(&part20);
  look(&part30);
  look(&part40);
  look(&part50);
  look(&part60);
  look(&part15);
}
