export {
  brokenLimit,
  type CapturePrice,
  type CardRegion,
  type FeeSnapshot,
  feeSnapshot,
  type PartSnapshot,
  type PaymentLimits,
  priceCapture,
  priceFor,
  snapshotOfPart,
} from "./agreement.policy.ts";
export {
  type AgreedRoute,
  agreeAt,
  agreementOf,
  agreeOnRoute,
  dueDateOf,
  type PriceOffer,
  type RateInForce,
  type RuleDemands,
  rateOfCapture,
  readOffer,
} from "./agreement.service.ts";
export { sealedAgreementOf } from "./sealed-agreement.service.ts";
