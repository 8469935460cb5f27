/** Creates each value at its first use: a transaction needs only a few stores and queries. */
export function lazy<Factories extends Record<string, () => unknown>>(factories: Factories) {
  const values: Record<string, unknown> = {};
  for (const [name, create] of Object.entries(factories))
    Object.defineProperty(values, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = create();
        Object.defineProperty(values, name, { value });
        return value;
      },
    });
  return values as { readonly [Name in keyof Factories]: ReturnType<Factories[Name]> };
}
