export { type PaymentTypeTerms, paymentTypeOf } from "./mer-payment-type-cfg.service.ts";
export { hasPaymentType } from "./mer-payment-type-cfg.store.ts";
