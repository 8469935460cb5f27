/**
 * Throws a handled error once more, as an uncaught one, which the console shows and analytics counts. Browsers of the last
 * five years have no `reportError`.
 */
export const reportFailure = (error: unknown) =>
  void setTimeout(() => {
    throw error;
  });
