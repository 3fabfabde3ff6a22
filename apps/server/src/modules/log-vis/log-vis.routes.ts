import { sysLogVis } from "@countinghouse/contract/log-vis/log-vis.ts";
import { tableOperations } from "../../platform/db/table-operations.ts";
import { implement } from "../../platform/http/implement.ts";
import { clearVisits, listPlaces, pageVisits } from "./log-vis.store.ts";

export const sysLogVisRoutes = implement(sysLogVis, {
  page: pageVisits,
  list: listPlaces,
  clear: async (ctx) => {
    await clearVisits(ctx);
    return null;
  },
  export: tableOperations("visits", sysLogVis).export,
});
