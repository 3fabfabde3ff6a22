export { type AccountTerms, termsInForce, type WithdrawalTerms } from "./account-terms.service.ts";
export { type LockedRate, type QuoteRequest, quoteRate, useQuote } from "./fx-quote.service.ts";
export { type FxQuoteRow, readQuote } from "./fx-quote.store.ts";
export { calendarsOf } from "./merchant-account-cfg.service.ts";
export { hasTermsInForce } from "./merchant-account-cfg.store.ts";
