type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The members that are not undefined: absent ones change nothing, null ones are set to null. */
export const withoutUndefined = <T extends object>(values: T): Defined<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
