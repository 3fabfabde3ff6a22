import { sysDatabase } from "@countinghouse/contract/operations/database/database.ts";
import { implement } from "../../../platform/http/implement.ts";
import { readRelations, readTables } from "./database.store.ts";

/** Structure of the product's database. */
export const sysDatabaseRoutes = implement(sysDatabase, {
  visual: async (ctx) => ({ tables: await readTables(ctx), relations: await readRelations(ctx) }),
});
