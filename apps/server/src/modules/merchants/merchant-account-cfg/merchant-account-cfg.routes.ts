import { merchantAccountCfg } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
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
import { terms } from "./merchant-account-cfg.store.ts";

export const merchantAccountCfgRoutes = implement(merchantAccountCfg, {
  page: terms.page,
  detail: terms.detail,
  history: readHistory,
  effective: readEffective,
  preview: previewTerms,
  add: addTerms,
  approve: approveTerms,
  reject: rejectTerms,
  lockedRate: readLockedRate,
  export: terms.export,
});
