import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { addRule, approveRule, copyPlan, priceOrder, rejectRule } from "./mer-payment-method-cfg.service.ts";
import { describedRules, findRule, pageRules, ruleColumn, ruleKey } from "./mer-payment-method-cfg.store.ts";

export const merPaymentMethodCfgRoutes = implement(merPaymentMethodCfg, {
  page: pageRules,
  detail: (ctx, { id }) => findRule(ctx, id),
  effective: priceOrder,
  add: addRule,
  copyPlan,
  approve: approveRule,
  reject: rejectRule,
  export: exportable(merPaymentMethodCfg, describedRules, { columnOf: ruleColumn(), id: ruleKey }),
});
