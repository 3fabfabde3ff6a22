import type { Updateable } from "kysely";
import { factsOf, type TableName, type Tables } from "./tables.ts";

/** Raw SQL and values that were serialised already are left as they are. */
const isValue = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !("toOperationNode" in value);

/**
 * Row values with JSON columns serialised: the driver would take a list of objects for an SQL array. Absent, null and
 * already serialised values stay as they are.
 */
export const asJson = <T extends TableName>(table: T, values: object): Updateable<Tables[T]> => {
  const columns = factsOf(table).json ?? [];
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      columns.includes(name) && isValue(value) ? JSON.stringify(value) : value,
    ]),
  ) as Updateable<Tables[T]>;
};
