import { settlementLine } from "@countinghouse/contract/funds/ledger/settlement-line.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { lineColumn, lineKey, linesInReach, pageLines } from "./settlement-line.list.store.ts";

export const settlementLineRoutes = implement(settlementLine, {
  page: pageLines,
  export: exportable(settlementLine, linesInReach, { columnOf: lineColumn, id: lineKey }),
});
