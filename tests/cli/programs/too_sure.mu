exists State v. Target(v) & false;
