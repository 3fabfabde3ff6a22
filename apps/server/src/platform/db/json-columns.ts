import type { Updateable } from "kysely";
import { factsOf, type TableName, type Tables } from "./tables.ts";

/** SQL of a query is no value, and neither is what was written as JSON already. */
const isValue = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !("toOperationNode" in value);

/**
 * Values of a row with its JSON columns as they are stored: the driver would take a list of objects for an array of SQL.
 * What is absent, null or written already stays so.
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
