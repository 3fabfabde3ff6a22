import { sysDatabase } from "@countinghouse/contract/operations/database/database.ts";
import { implement } from "../../../platform/http/implement.ts";
import { readRelations, readTables } from "./database.store.ts";

/** The shape of the product's own database. */
export const sysDatabaseRoutes = implement(sysDatabase, {
  visual: async (ctx) => ({ tables: await readTables(ctx), relations: await readRelations(ctx) }),
});
