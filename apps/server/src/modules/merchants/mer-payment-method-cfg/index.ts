export {
  addCapturedVolume,
  type CaptureFee,
  type FeeSnapshot,
  feeOfCapture,
  feeRuleAmong,
  findFeeRule,
  type PricedPayment,
} from "./capture-fee.service.ts";
export type { FeeTax } from "./mer-payment-method-cfg.policy.ts";
export { candidateRules, type FeeRuleRow, hasRuleInForce } from "./mer-payment-method-cfg.store.ts";
