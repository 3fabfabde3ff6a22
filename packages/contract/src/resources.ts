import type { AreaCode } from "./areas.ts";
import { sysAbout } from "./dashboard/about/about.ts";
import { sysChangelog } from "./dashboard/changelog/changelog.ts";
import { sysHome } from "./dashboard/home/home.ts";
import { inbox } from "./dashboard/inbox/inbox.ts";
import { sysSchedule } from "./dashboard/schedule/schedule.ts";
import { sysUserMenu } from "./dashboard/user-menu/user-menu.ts";
import { bankLine } from "./funds/bank-statement/bank-line.ts";
import { bankStatement } from "./funds/bank-statement/bank-statement.ts";
import { billing } from "./funds/billing/billing.ts";
import { merchantBilling } from "./funds/billing/merchant-billing.ts";
import { businessDay } from "./funds/calendar/calendar.ts";
import { cashout } from "./funds/cashout/cashout.ts";
import { fileEndpoint } from "./funds/file-endpoint/file-endpoint.ts";
import { ledger } from "./funds/ledger/ledger.ts";
import { merchantBalance } from "./funds/ledger/merchant-balance.ts";
import { settlementLine } from "./funds/ledger/settlement-line.ts";
import { merDeposit } from "./funds/mer-deposit/mer-deposit.ts";
import { payoutAccount } from "./funds/payout-account/payout-account.ts";
import { payoutOrder } from "./funds/payout-order/payout-order.ts";
import { sysRate } from "./funds/rate/rate.ts";
import { recon } from "./funds/recon/recon.ts";
import { reconItem } from "./funds/recon/recon-item.ts";
import { reconSource } from "./funds/recon/recon-source.ts";
import { reportByDomain } from "./funds/report/report-by-domain.ts";
import { reportByGateway } from "./funds/report/report-by-gateway.ts";
import { reportByMerchant } from "./funds/report/report-by-merchant.ts";
import { reportSchedule } from "./funds/report/report-schedule.ts";
import { screening } from "./funds/screening/screening.ts";
import { settlements } from "./funds/settlements/settlements.ts";
import { cardRange } from "./gateways/card-range/card-range.ts";
import { cardRangeFile } from "./gateways/card-range/card-range-file.ts";
import { channel } from "./gateways/channel/channel.ts";
import { gateway } from "./gateways/gateway/gateway.ts";
import { gatewayAccount } from "./gateways/gateway-account/gateway-account.ts";
import { gatewayAccountPaymentMethod } from "./gateways/gateway-account-payment-method/gateway-account-payment-method.ts";
import { paymentMethod } from "./gateways/payment-method/payment-method.ts";
import { routing } from "./gateways/routing/routing.ts";
import { upstreamGateway } from "./gateways/upstream-gateway/upstream-gateway.ts";
import { upstreamGatewayPaymentMethod } from "./gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.ts";
import { merchantWebhookConfig } from "./integration/merchant-webhook-config/merchant-webhook-config.ts";
import { inboundWebhook } from "./integration/webhook/inbound-webhook.ts";
import { webhook } from "./integration/webhook/webhook.ts";
import type { Resource } from "./kit/resource.ts";
import { sysLogEx } from "./logs/call-log/log-ex.ts";
import { sysLogOp } from "./logs/call-log/log-op.ts";
import { eventExceptionLog } from "./logs/event-exception-log/event-exception-log.ts";
import { sysLogDiff } from "./logs/log-diff/log-diff.ts";
import { sysLogVis } from "./logs/log-vis/log-vis.ts";
import { coinApp } from "./merchants/coin-app/coin-app.ts";
import { goLive } from "./merchants/go-live/go-live.ts";
import { merGatewayAccountCfg } from "./merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { merPayChannelCfg } from "./merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { merPaymentMethodCfg } from "./merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { merPaymentTypeCfg } from "./merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { merchant } from "./merchants/merchant/merchant.ts";
import { merchantAccountCfg } from "./merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { merchantDocument } from "./merchants/merchant-file/merchant-document.ts";
import { merchantOwner } from "./merchants/merchant-file/merchant-owner.ts";
import { merchantRequest } from "./merchants/merchant-request/merchant-request.ts";
import { merchantStaff } from "./merchants/merchant-staff/merchant-staff.ts";
import { sysApi } from "./operations/api-document/api-document.ts";
import { sysCache } from "./operations/cache/cache.ts";
import { sysDatabase } from "./operations/database/database.ts";
import { sysFile } from "./operations/file/file.ts";
import { sysJob } from "./operations/job/job.ts";
import { sysJobRun } from "./operations/job-run/job-run.ts";
import { sysOpenAccess } from "./operations/open-access/open-access.ts";
import { sysOpenAccessCall } from "./operations/open-access/open-access-call.ts";
import { sysServer } from "./operations/server/server.ts";
import { swagger } from "./operations/swagger/swagger.ts";
import { capture } from "./payments/capture/capture.ts";
import { coinOrder } from "./payments/coin-order/coin-order.ts";
import { orderImport } from "./payments/order-import/order-import.ts";
import { orderImportRow } from "./payments/order-import/order-import-row.ts";
import { orderRefund } from "./payments/order-refund/order-refund.ts";
import { orderStats } from "./payments/order-stats/order-stats.ts";
import { paymentAttempt } from "./payments/payment-attempt/payment-attempt.ts";
import { paymentDue } from "./payments/payment-due/payment-due.ts";
import { refundImport } from "./payments/refund-import/refund-import.ts";
import { refundImportRow } from "./payments/refund-import/refund-import-row.ts";
import { sysConfig } from "./settings/config/config.ts";
import { sysConst } from "./settings/const/const.ts";
import { sysDictData } from "./settings/dict/dict-data.ts";
import { sysDictType } from "./settings/dict/dict-type.ts";
import { sysInfoSetting } from "./settings/info-setting/info-setting.ts";
import { sysMenu } from "./settings/menu/menu.ts";
import { messageChannel } from "./settings/message-channel/message-channel.ts";
import { messageLog } from "./settings/message-channel/message-log.ts";
import { sysRegion } from "./settings/region/region.ts";
import { sysAuth } from "./system/auth/auth.ts";
import { changeRequest } from "./system/change-request/change-request.ts";
import { sysLdap } from "./system/ldap/ldap.ts";
import { sysNotice } from "./system/notice/notice.ts";
import { sysOrg } from "./system/org/org.ts";
import { sysPos } from "./system/pos/pos.ts";
import { sysRole } from "./system/role/role.ts";
import { sysOnlineUser } from "./system/session/session.ts";
import { sysTenant } from "./system/tenant/tenant.ts";
import { sysUser } from "./system/user/user.ts";
import { sysUserPreference } from "./system/user-preference/user-preference.ts";

/** Every resource by its area, in the order of the area's permissions. A resource's folder lies in its area's. */
export const resourcesByArea = {
  dashboard: [sysHome, inbox, sysUserMenu, sysSchedule, sysChangelog, sysAbout],
  payments: [
    capture,
    coinOrder,
    orderImport,
    orderImportRow,
    orderRefund,
    orderStats,
    paymentAttempt,
    paymentDue,
    refundImport,
    refundImportRow,
  ],
  merchants: [
    merchant,
    goLive,
    merchantOwner,
    merchantDocument,
    coinApp,
    merchantAccountCfg,
    merPaymentMethodCfg,
    merPaymentTypeCfg,
    merGatewayAccountCfg,
    merPayChannelCfg,
    merchantRequest,
    merchantStaff,
  ],
  gateways: [
    routing,
    channel,
    gateway,
    gatewayAccount,
    gatewayAccountPaymentMethod,
    upstreamGateway,
    upstreamGatewayPaymentMethod,
    paymentMethod,
    cardRange,
    cardRangeFile,
  ],
  funds: [
    merchantBalance,
    settlementLine,
    settlements,
    billing,
    merchantBilling,
    merDeposit,
    cashout,
    payoutOrder,
    screening,
    payoutAccount,
    recon,
    reconItem,
    reconSource,
    bankStatement,
    bankLine,
    ledger,
    businessDay,
    sysRate,
    reportByGateway,
    reportByMerchant,
    reportByDomain,
    reportSchedule,
    fileEndpoint,
  ],
  integration: [merchantWebhookConfig, webhook, inboundWebhook],
  system: [
    sysUser,
    sysRole,
    sysOrg,
    sysPos,
    sysLdap,
    changeRequest,
    sysNotice,
    sysTenant,
    sysOnlineUser,
    sysUserPreference,
    sysAuth,
  ],
  settings: [
    sysMenu,
    sysConfig,
    sysDictType,
    sysDictData,
    sysConst,
    sysRegion,
    messageChannel,
    messageLog,
    sysInfoSetting,
  ],
  logs: [sysLogVis, sysLogOp, sysLogEx, sysLogDiff, eventExceptionLog],
  operations: [
    swagger,
    sysJobRun,
    sysApi,
    sysJob,
    sysServer,
    sysCache,
    sysDatabase,
    sysFile,
    sysOpenAccess,
    sysOpenAccessCall,
  ],
} as const satisfies Record<AreaCode, readonly Resource[]>;

/** Every resource of the product, in the order of the menu. Menus, permissions and routes come from this list. */
export const resources = [
  ...resourcesByArea.dashboard,
  ...resourcesByArea.payments,
  ...resourcesByArea.merchants,
  ...resourcesByArea.gateways,
  ...resourcesByArea.funds,
  ...resourcesByArea.integration,
  ...resourcesByArea.system,
  ...resourcesByArea.settings,
  ...resourcesByArea.logs,
  ...resourcesByArea.operations,
] as const;
