export {
  addCapturedVolume,
  capturedVolumes,
  feeRuleAmong,
  findFeeRule,
  type PricedPayment,
} from "./capture-fee.service.ts";
export { monthBefore, monthsAt, tieredPriceOf } from "./mer-payment-method-cfg.policy.ts";
export {
  type CandidateRule,
  candidateRules,
  type FeeRuleRow,
  hasRuleInForce,
  hasSameDayRule,
  holdRule,
} from "./mer-payment-method-cfg.store.ts";
export { capturedIn } from "./volume.store.ts";
