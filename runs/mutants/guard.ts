/** A guard of the service is taken out by replacing `guard` in `file`; then `test` in `testFile` must fail. */
export interface Guard {
  name: string;
  file: string;
  guard: string;
  without: string;
  testFile: string;
  test: string;
}
