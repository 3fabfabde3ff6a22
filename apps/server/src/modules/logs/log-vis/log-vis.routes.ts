import { sysLogVis } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { clearVisits, listPlaces, pageVisits, visitsInScope } from "./log-vis.store.ts";

export const sysLogVisRoutes = implement(sysLogVis, {
  page: pageVisits,
  list: listPlaces,
  clear: async (ctx) => {
    await clearVisits(ctx);
    return null;
  },
  export: exportable(sysLogVis, visitsInScope),
});
