/* exports another function */
int SomethingElse(void);
int SomethingElse(void) { return 0; }
