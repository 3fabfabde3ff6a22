type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Values without those that are absent: what was not said changes nothing. Null was said. */
export const withoutUndefined = <T extends object>(values: T): Defined<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
