type AsJson<V, K extends keyof V> = Omit<V, K> & { readonly [N in K]: string | Extract<V[N], null | undefined> };

/**
 * Values of which some are written as JSON: the driver would take a list of objects for an array of SQL. What is absent
 * or null stays so.
 */
export const asJson = <V extends object, K extends keyof V>(values: V, ...names: readonly K[]): AsJson<V, K> =>
  ({
    ...values,
    ...Object.fromEntries(
      names.map((name) => {
        const value = values[name];
        return [name, value === null || value === undefined ? value : JSON.stringify(value)];
      }),
    ),
  }) as AsJson<V, K>;
