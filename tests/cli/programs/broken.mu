mu bool R(State v) S(v);
exists State v. R(v);
