export { type FeeTax, feeTaxesOf } from "../gateway/index.ts";
export { costSourceOf, refundSupportOf } from "../gateway-account-payment-method/index.ts";
export {
  findByWebhookToken,
  type OpenedGatewayAccount,
  openForPayments,
  openGatewayAccount,
  readForPayments,
  sealCredentials,
  testAccount,
} from "./call.service.ts";
export { isCapable, longestCall, longestCallSeconds, type SealedAccount } from "./call.store.ts";
export { firstCompleteAccount } from "./gateway-account.store.ts";
export { proposedCredentials, unhealthyAccounts } from "./gateway-account.waiting.store.ts";
export { awaitPace } from "./pace.service.ts";
export { shareCache } from "./share.service.ts";
export { statementText } from "./statement.policy.ts";
