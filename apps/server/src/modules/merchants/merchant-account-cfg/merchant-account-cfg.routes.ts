import { merchantAccountCfg } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { readLockedRate } from "./fx-quote.service.ts";
import {
  addTerms,
  approveTerms,
  previewTerms,
  readEffective,
  readHistory,
  rejectTerms,
} from "./merchant-account-cfg.service.ts";
import { describedTerms, findTerms, pageTerms, termsColumn, termsKey } from "./merchant-account-cfg.store.ts";

export const merchantAccountCfgRoutes = implement(merchantAccountCfg, {
  page: pageTerms,
  detail: (ctx, { id }) => findTerms(ctx, id),
  history: readHistory,
  effective: readEffective,
  preview: previewTerms,
  add: addTerms,
  approve: approveTerms,
  reject: rejectTerms,
  lockedRate: readLockedRate,
  export: exportable(merchantAccountCfg, describedTerms, { columnOf: termsColumn(), id: termsKey }),
});
