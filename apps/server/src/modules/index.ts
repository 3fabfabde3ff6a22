import { merGatewayAccountCfg } from "@countinghouse/contract/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { merPayChannelCfg } from "@countinghouse/contract/mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { merPaymentMethodCfg } from "@countinghouse/contract/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { merPaymentTypeCfg } from "@countinghouse/contract/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { merchantAccountCfg } from "@countinghouse/contract/merchant-account-cfg/merchant-account-cfg.ts";
import type { ResourceRoutes } from "../platform/http/implement.ts";
import type { JobWorker } from "../platform/jobs/worker.ts";
import type { Platform } from "../platform/platform.ts";
import { buildApiDocumentRoutes } from "./api-document/api-document.routes.ts";
import { authRoutes, purgeSignIn, signInControl } from "./auth/index.ts";
import { businessDayRoutes } from "./calendar/calendar.routes.ts";
import { buildChangelogRoutes } from "./changelog/changelog.routes.ts";
import { channelRoutes } from "./channel/channel.routes.ts";
import { buildCoinAppRoutes } from "./coin-app/coin-app.routes.ts";
import { coinOrderRoutes } from "./coin-order/coin-order.routes.ts";
import { applyNotification, oldExchanges, orderWorkers } from "./coin-order/index.ts";
import { sysConfigRoutes } from "./config/config.routes.ts";
import { connectorOf, connectors } from "./connector/index.ts";
import { sysConstRoutes } from "./const/const.routes.ts";
import { sysDatabaseRoutes } from "./database/database.routes.ts";
import { sysDictDataRoutes, sysDictTypeRoutes } from "./dict/dict.routes.ts";
import { eventExceptionLogRoutes } from "./event-exception-log/event-exception-log.routes.ts";
import { eventExceptionWorkers } from "./event-exception-log/index.ts";
import { gatewayRoutes } from "./gateway/gateway.routes.ts";
import { buildGatewayAccountRoutes } from "./gateway-account/gateway-account.routes.ts";
import { testAccount } from "./gateway-account/index.ts";
import { gatewayAccountPaymentMethodRoutes } from "./gateway-account-payment-method/gateway-account-payment-method.routes.ts";
import { buildHomeRoutes } from "./home/home.routes.ts";
import { inboundWorkers, oldNotifications } from "./inbound/index.ts";
import { sysJobRoutes } from "./job/index.ts";
import { buildJobRunRoutes, buildJobRunWorkers, type ExportDatabases, jobFiles } from "./job-run/index.ts";
import { ledgerWorkers } from "./ledger/index.ts";
import { ledgerRoutes } from "./ledger/ledger.routes.ts";
import { merchantBalanceRoutes } from "./ledger/merchant-balance.routes.ts";
import { sysLogDiffRoutes } from "./log-diff/log-diff.routes.ts";
import { oldVisits } from "./log-vis/index.ts";
import { sysLogVisRoutes } from "./log-vis/log-vis.routes.ts";
import { sysMenuRoutes } from "./menu/menu.routes.ts";
import { merGatewayAccountCfgRoutes } from "./mer-gateway-account-cfg/mer-gateway-account-cfg.routes.ts";
import { hasCheckoutLine } from "./mer-pay-channel-cfg/index.ts";
import { merPayChannelCfgRoutes } from "./mer-pay-channel-cfg/mer-pay-channel-cfg.routes.ts";
import { hasRuleInForce } from "./mer-payment-method-cfg/index.ts";
import { merPaymentMethodCfgRoutes } from "./mer-payment-method-cfg/mer-payment-method-cfg.routes.ts";
import { hasPaymentType, takesOnOurPage } from "./mer-payment-type-cfg/index.ts";
import { merPaymentTypeCfgRoutes } from "./mer-payment-type-cfg/mer-payment-type-cfg.routes.ts";
import type { Requirement } from "./merchant/index.ts";
import { buildMerchantRoutes } from "./merchant/merchant.routes.ts";
import { hasTermsInForce } from "./merchant-account-cfg/index.ts";
import { merchantAccountCfgRoutes } from "./merchant-account-cfg/merchant-account-cfg.routes.ts";
import { buildMerchantWebhookConfigRoutes } from "./merchant-webhook-config/merchant-webhook-config.routes.ts";
import { sysNoticeRoutes } from "./notice/notice.routes.ts";
import { purgeOpenApi } from "./open-api/index.ts";
import { orderImportSweeps, orderImportWorker } from "./order-import/index.ts";
import { buildOrderImportRoutes, orderImportRowRoutes } from "./order-import/order-import.routes.ts";
import { orderStatsWorker } from "./order-stats/index.ts";
import { orderStatsRoutes } from "./order-stats/order-stats.routes.ts";
import { sysOrgRoutes } from "./org/org.routes.ts";
import { paymentAttemptRoutes } from "./payment-attempt/payment-attempt.routes.ts";
import { paymentMethodRoutes } from "./payment-method/payment-method.routes.ts";
import { sysPosRoutes } from "./pos/pos.routes.ts";
import { rateWorkers } from "./rate/index.ts";
import { sysRateRoutes } from "./rate/rate.routes.ts";
import { sysRoleRoutes } from "./role/role.routes.ts";
import { countBindings, routingWorkers } from "./routing/index.ts";
import { routingRoutes } from "./routing/routing.routes.ts";
import { sysScheduleRoutes } from "./schedule/schedule.routes.ts";
import { sessionRoutes } from "./session/index.ts";
import { swaggerRoutes } from "./swagger/swagger.routes.ts";
import { sysTenantRoutes } from "./tenant/tenant.routes.ts";
import { buildUpstreamGatewayRoutes } from "./upstream-gateway/upstream-gateway.routes.ts";
import { upstreamGatewayPaymentMethodRoutes } from "./upstream-gateway-payment-method/upstream-gateway-payment-method.routes.ts";
import { unusedAccounts } from "./user/index.ts";
import { buildUserRoutes } from "./user/user.routes.ts";
import { sysUserMenuRoutes } from "./user-menu/user-menu.routes.ts";
import { sysUserPreferenceRoutes } from "./user-preference/user-preference.routes.ts";
import { inboundWebhookRoutes } from "./webhook/inbound-list.routes.ts";
import { oldTries, webhookWorkers } from "./webhook/index.ts";
import { webhookRoutes } from "./webhook/webhook.routes.ts";

/** What a merchant needs before it may take payments. */
const requirements: readonly Requirement[] = [
  { resource: merchantAccountCfg, isMet: (ctx, merchantId) => hasTermsInForce(ctx, merchantId, ctx.now) },
  { resource: merPaymentMethodCfg, isMet: (ctx, merchantId) => hasRuleInForce(ctx, merchantId, ctx.now) },
  { resource: merPaymentTypeCfg, isMet: hasPaymentType },
  { resource: merGatewayAccountCfg, isMet: async (ctx, merchantId) => (await countBindings(ctx, merchantId)) > 0 },
  // Payers who come to a page of ours choose there; a server that sends the payment method with the order does not ask.
  {
    resource: merPayChannelCfg,
    isMet: async (ctx, merchantId) =>
      !(await takesOnOurPage(ctx, merchantId)) || (await hasCheckoutLine(ctx, merchantId)),
  },
];

/** Every module of the server: the one list. Modules that reach outside the database take what they need from the platform. */
export const buildModules = (platform: Platform): readonly ResourceRoutes[] => [
  authRoutes(platform),
  coinOrderRoutes,
  buildOrderImportRoutes(jobFiles(platform)),
  orderImportRowRoutes,
  paymentAttemptRoutes,
  buildMerchantRoutes(requirements),
  merchantBalanceRoutes,
  ledgerRoutes,
  buildCoinAppRoutes(platform),
  merchantAccountCfgRoutes,
  merPaymentMethodCfgRoutes,
  merPaymentTypeCfgRoutes,
  sessionRoutes(platform),
  swaggerRoutes(platform),
  buildUserRoutes(signInControl(platform)),
  sysRoleRoutes,
  sysOrgRoutes,
  orderStatsRoutes,
  sysPosRoutes,
  sysNoticeRoutes,
  sysTenantRoutes,
  sysMenuRoutes,
  sysConfigRoutes,
  sysConstRoutes,
  sysDictTypeRoutes,
  sysDictDataRoutes,
  sysLogVisRoutes,
  sysLogDiffRoutes,
  sysUserMenuRoutes,
  sysUserPreferenceRoutes,
  sysScheduleRoutes,
  buildChangelogRoutes(),
  buildHomeRoutes(platform),
  buildJobRunRoutes(jobFiles(platform)),
  buildApiDocumentRoutes(platform),
  sysJobRoutes,
  sysDatabaseRoutes,
  businessDayRoutes,
  sysRateRoutes,
  routingRoutes,
  buildMerchantWebhookConfigRoutes(platform),
  channelRoutes,
  merGatewayAccountCfgRoutes,
  merPayChannelCfgRoutes,
  webhookRoutes,
  inboundWebhookRoutes,
  eventExceptionLogRoutes,
  gatewayRoutes,
  buildGatewayAccountRoutes(platform, connectors),
  gatewayAccountPaymentMethodRoutes,
  buildUpstreamGatewayRoutes(platform, connectors),
  upstreamGatewayPaymentMethodRoutes,
  paymentMethodRoutes,
];

/** Every background worker of the server. Exports are read over connections of their own. */
export const buildWorkers = (platform: Platform, databases: ExportDatabases): readonly JobWorker[] => [
  purgeSignIn,
  purgeOpenApi,
  unusedAccounts,
  orderStatsWorker,
  orderImportWorker(platform, jobFiles(platform)),
  ...rateWorkers(platform),
  ...ledgerWorkers,
  ...orderWorkers(platform, connectorOf),
  ...eventExceptionWorkers,
  ...webhookWorkers(platform),
  ...inboundWorkers(platform, applyNotification),
  ...routingWorkers(platform, async (id) => (await testAccount(platform, connectors, id)).verdict === "ok"),
  ...buildJobRunWorkers(platform, buildModules(platform), databases, [
    oldVisits,
    oldNotifications,
    oldTries,
    oldExchanges,
    ...orderImportSweeps(jobFiles(platform)),
  ]),
];
