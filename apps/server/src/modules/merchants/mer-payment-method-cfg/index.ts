export {
  addCapturedVolume,
  capturedVolumes,
  feeRuleAmong,
  findFeeRule,
  type PricedPayment,
} from "./capture-fee.service.ts";
export { tieredPriceOf } from "./mer-payment-method-cfg.policy.ts";
export { candidateRules, type FeeRuleRow, hasRuleInForce, holdRule } from "./mer-payment-method-cfg.store.ts";
