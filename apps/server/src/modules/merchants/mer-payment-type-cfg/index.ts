export { type PaymentTypeTerms, paymentTypeOf } from "./mer-payment-type-cfg.service.ts";
export { hasPaymentType, holdPaymentType, takesOnOurPage } from "./mer-payment-type-cfg.store.ts";
