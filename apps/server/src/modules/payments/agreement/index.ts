export {
  type CapturePrice,
  type CardRegion,
  type FeeSnapshot,
  feeSnapshot,
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
  type RateInForce,
  rateOfCapture,
  readOffer,
} from "./agreement.service.ts";
