import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  approveAdjustment,
  askAdjustment,
  explainBucket,
  freezeAmount,
  listEntries,
  listExpected,
  listHolds,
  readAdjustments,
  readBalance,
  rejectAdjustment,
  stateBuckets,
  unfreezeAmount,
} from "./merchant-balance.service.ts";
import { balanceColumn, balanceKey, balancesInReach, pageBalances, totalBalances } from "./merchant-balance.store.ts";

export const merchantBalanceRoutes = implement(merchantBalance, {
  page: pageBalances,
  totals: totalBalances,
  detail: readBalance,
  entries: listEntries,
  explain: explainBucket,
  statement: stateBuckets,
  expected: listExpected,
  holds: listHolds,
  adjustments: readAdjustments,
  adjust: askAdjustment,
  approve: approveAdjustment,
  reject: rejectAdjustment,
  freeze: freezeAmount,
  unfreeze: unfreezeAmount,
  export: exportable(merchantBalance, balancesInReach, { columnOf: balanceColumn, id: balanceKey }),
});
