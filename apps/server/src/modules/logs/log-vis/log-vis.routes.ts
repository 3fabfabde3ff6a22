import { sysLogVis } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { listPlaces, pageVisits, visitsInScope } from "./log-vis.store.ts";
import { approveClearing, askClearing, rejectClearing, shownClearing } from "./visit-clearing.service.ts";

export const sysLogVisRoutes = implement(sysLogVis, {
  page: pageVisits,
  list: listPlaces,
  clear: askClearing,
  clearing: shownClearing,
  approveClear: approveClearing,
  rejectClear: rejectClearing,
  export: exportable(sysLogVis, visitsInScope),
});
