struct account {
  int balance;
};

void account_pay(struct account *a, int amount);
