import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { implement } from "../../../platform/http/implement.ts";
import { addRule, approveRule, copyPlan, priceOrder, rejectRule } from "./mer-payment-method-cfg.service.ts";
import { rules } from "./mer-payment-method-cfg.store.ts";

export const merPaymentMethodCfgRoutes = implement(merPaymentMethodCfg, {
  page: rules.page,
  detail: rules.detail,
  effective: priceOrder,
  add: addRule,
  copyPlan,
  approve: approveRule,
  reject: rejectRule,
  export: rules.export,
});
