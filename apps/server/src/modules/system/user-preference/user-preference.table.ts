import type { ColumnType } from "kysely";
import type { FactsOf } from "../../../platform/db/tables.ts";

/** Any JSON value. */
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    userPreferences: { userId: number; key: string; value: ColumnType<Json, string, string>; updateTime: string };
  }
}

export const userPreferenceTables: FactsOf<"userPreferences"> = {
  userPreferences: { scope: { user: "userId" }, placement: "local", grant: "readWrite", json: ["value"] },
};
