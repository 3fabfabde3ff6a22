import type { Generated } from "kysely";
import type { FactsOf } from "../../../platform/db/tables.ts";

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    userMenus: { userId: number; menuId: number; orderNo: Generated<number> };
  }
}

export const userMenuTables: FactsOf<"userMenus"> = {
  userMenus: { scope: { user: "userId" }, placement: "local", grant: "readWrite" },
};
