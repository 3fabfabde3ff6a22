import { declareTables, platformTables } from "../platform/db/tables.ts";
import { inboxTables } from "./dashboard/inbox/inbox.table.ts";
import { scheduleTables } from "./dashboard/schedule/schedule.table.ts";
import { userMenuTables } from "./dashboard/user-menu/user-menu.table.ts";
import { allocationTables } from "./funds/allocation/allocation.table.ts";
import { bankStatementTables } from "./funds/bank-statement/bank-statement.table.ts";
import { billingTables } from "./funds/billing/billing.table.ts";
import { calendarTables } from "./funds/calendar/calendar.table.ts";
import { cashoutTables } from "./funds/cashout/cashout.table.ts";
import { fileEndpointTables } from "./funds/file-endpoint/file-endpoint.table.ts";
import { ledgerTables } from "./funds/ledger/ledger.table.ts";
import { merDepositTables } from "./funds/mer-deposit/mer-deposit.table.ts";
import { payoutTables } from "./funds/payout/payout.table.ts";
import { payoutAccountTables } from "./funds/payout-account/payout-account.table.ts";
import { payoutOrderTables } from "./funds/payout-order/payout-order.table.ts";
import { rateTables } from "./funds/rate/rate.table.ts";
import { reconTables } from "./funds/recon/recon.table.ts";
import { reportTables } from "./funds/report/report.table.ts";
import { screeningTables } from "./funds/screening/screening.table.ts";
import { settlementsTables } from "./funds/settlements/settlements.table.ts";
import { cardRangeTables } from "./gateways/card-range/card-range.table.ts";
import { channelTables } from "./gateways/channel/channel.table.ts";
import { gatewayTables } from "./gateways/gateway/gateway.table.ts";
import { gatewayAccountTables } from "./gateways/gateway-account/gateway-account.table.ts";
import { gatewayAccountPaymentMethodTables } from "./gateways/gateway-account-payment-method/gateway-account-payment-method.table.ts";
import { paymentMethodTables } from "./gateways/payment-method/payment-method.table.ts";
import { routingTables } from "./gateways/routing/routing.table.ts";
import { upstreamGatewayTables } from "./gateways/upstream-gateway/upstream-gateway.table.ts";
import { upstreamGatewayPaymentMethodTables } from "./gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.table.ts";
import { inboundTables } from "./integration/inbound/inbound.table.ts";
import { merchantWebhookConfigTables } from "./integration/merchant-webhook-config/merchant-webhook-config.table.ts";
import { openApiTables } from "./integration/open-api/open-api.table.ts";
import { webhookTables } from "./integration/webhook/webhook.table.ts";
import { callLogTables } from "./logs/call-log/call-log.table.ts";
import { eventExceptionLogTables } from "./logs/event-exception-log/event-exception-log.table.ts";
import { logVisTables } from "./logs/log-vis/log-vis.table.ts";
import { coinAppTables } from "./merchants/coin-app/coin-app.table.ts";
import { merGatewayAccountCfgTables } from "./merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.table.ts";
import { merPayChannelCfgTables } from "./merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.table.ts";
import { merPaymentMethodCfgTables } from "./merchants/mer-payment-method-cfg/mer-payment-method-cfg.table.ts";
import { merPaymentTypeCfgTables } from "./merchants/mer-payment-type-cfg/mer-payment-type-cfg.table.ts";
import { merchantTables } from "./merchants/merchant/merchant.table.ts";
import { merchantAccountCfgTables } from "./merchants/merchant-account-cfg/merchant-account-cfg.table.ts";
import { merchantFileTables } from "./merchants/merchant-file/merchant-file.table.ts";
import { merchantRequestTables } from "./merchants/merchant-request/merchant-request.table.ts";
import { fileTables } from "./operations/file/file.table.ts";
import { jobTables } from "./operations/job/job.table.ts";
import { openAccessTables } from "./operations/open-access/open-access.table.ts";
import { serverTables } from "./operations/server/server.table.ts";
import { captureTables } from "./payments/capture/capture.table.ts";
import { captureBookingTables } from "./payments/capture-booking/capture-booking.table.ts";
import { orderFollowUpTables } from "./payments/order-follow-up/order-follow-up.table.ts";
import { orderImportTables } from "./payments/order-import/order-import.table.ts";
import { cardTurnTables } from "./payments/order-processing/card-turn.table.ts";
import { orderRecordTables } from "./payments/order-record/order-record.table.ts";
import { orderStatsTables } from "./payments/order-stats/order-stats.table.ts";
import { paymentAttemptTables } from "./payments/payment-attempt/payment-attempt.table.ts";
import { paymentDueTables } from "./payments/payment-due/payment-due.table.ts";
import { refundImportTables } from "./payments/refund-import/refund-import.table.ts";
import { refundRecordTables } from "./payments/refund-record/refund-record.table.ts";
import { configTables } from "./settings/config/config.table.ts";
import { dictTables } from "./settings/dict/dict.table.ts";
import { menuTables } from "./settings/menu/menu.table.ts";
import { messageChannelTables } from "./settings/message-channel/message-channel.table.ts";
import { regionTables } from "./settings/region/region.table.ts";
import { authTables } from "./system/auth/auth.table.ts";
import { changeRequestTables } from "./system/change-request/change-request.table.ts";
import { directoryTables } from "./system/directory/directory.table.ts";
import { ldapTables } from "./system/ldap/ldap.table.ts";
import { noticeTables } from "./system/notice/notice.table.ts";
import { orgTables } from "./system/org/org.table.ts";
import { posTables } from "./system/pos/pos.table.ts";
import { roleTables } from "./system/role/role.table.ts";
import { sessionTables } from "./system/session/session.table.ts";
import { tenantTables } from "./system/tenant/tenant.table.ts";
import { userTables } from "./system/user/user.table.ts";
import { userPreferenceTables } from "./system/user-preference/user-preference.table.ts";

/** Every table of the product. One without a line in its module does not compile. */
export const manifest = declareTables({
  ...platformTables,
  ...inboxTables,
  ...scheduleTables,
  ...userMenuTables,
  ...calendarTables,
  ...allocationTables,
  ...cashoutTables,
  ...ledgerTables,
  ...settlementsTables,
  ...billingTables,
  ...merDepositTables,
  ...payoutTables,
  ...payoutAccountTables,
  ...payoutOrderTables,
  ...screeningTables,
  ...fileEndpointTables,
  ...reconTables,
  ...bankStatementTables,
  ...rateTables,
  ...reportTables,
  ...cardRangeTables,
  ...channelTables,
  ...gatewayTables,
  ...gatewayAccountTables,
  ...gatewayAccountPaymentMethodTables,
  ...paymentMethodTables,
  ...routingTables,
  ...upstreamGatewayTables,
  ...upstreamGatewayPaymentMethodTables,
  ...inboundTables,
  ...merchantWebhookConfigTables,
  ...openApiTables,
  ...webhookTables,
  ...callLogTables,
  ...jobTables,
  ...serverTables,
  ...eventExceptionLogTables,
  ...logVisTables,
  ...coinAppTables,
  ...merGatewayAccountCfgTables,
  ...merPayChannelCfgTables,
  ...merPaymentMethodCfgTables,
  ...merPaymentTypeCfgTables,
  ...merchantTables,
  ...merchantFileTables,
  ...merchantAccountCfgTables,
  ...merchantRequestTables,
  ...captureTables,
  ...captureBookingTables,
  ...cardTurnTables,
  ...orderFollowUpTables,
  ...orderRecordTables,
  ...orderImportTables,
  ...refundImportTables,
  ...orderStatsTables,
  ...paymentAttemptTables,
  ...paymentDueTables,
  ...refundRecordTables,
  ...configTables,
  ...dictTables,
  ...menuTables,
  ...messageChannelTables,
  ...regionTables,
  ...openAccessTables,
  ...fileTables,
  ...authTables,
  ...changeRequestTables,
  ...directoryTables,
  ...ldapTables,
  ...noticeTables,
  ...orgTables,
  ...posTables,
  ...roleTables,
  ...sessionTables,
  ...tenantTables,
  ...userTables,
  ...userPreferenceTables,
});
