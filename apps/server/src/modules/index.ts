import { merGatewayAccountCfg } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { merPayChannelCfg } from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { merPaymentTypeCfg } from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { merchantAccountCfg } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import type { CacheFamily } from "../platform/caches/cache-family.ts";
import { installationKeys } from "../platform/crypto/installation-keys.ts";
import type { ResourceRoutes } from "../platform/http/implement.ts";
import { archivedSweep } from "../platform/jobs/log-archive.ts";
import type { JobWorker } from "../platform/jobs/worker.ts";
import type { Platform } from "../platform/platform.ts";
import { setUpTenant } from "../seed/new-tenant.ts";
import { buildAboutRoutes } from "./dashboard/about/about.routes.ts";
import { buildChangelogRoutes } from "./dashboard/changelog/changelog.routes.ts";
import { buildHomeRoutes } from "./dashboard/home/home.routes.ts";
import { inboxRoutes } from "./dashboard/inbox/inbox.routes.ts";
import { sysScheduleRoutes } from "./dashboard/schedule/schedule.routes.ts";
import { sysUserMenuRoutes } from "./dashboard/user-menu/user-menu.routes.ts";
import { bankLineRoutes, buildBankStatementRoutes } from "./funds/bank-statement/bank-statement.routes.ts";
import { bankStatementWorkers } from "./funds/bank-statement/index.ts";
import { billingRoutes } from "./funds/billing/billing.routes.ts";
import { merchantBillingRoutes } from "./funds/billing/merchant-billing.routes.ts";
import { businessDayRoutes } from "./funds/calendar/calendar.routes.ts";
import { buildCashoutRoutes } from "./funds/cashout/cashout.routes.ts";
import { cashoutAllocationWorker, cashoutOwner } from "./funds/cashout/index.ts";
import { buildFileEndpointRoutes } from "./funds/file-endpoint/file-endpoint.routes.ts";
import { ledgerWorkers } from "./funds/ledger/index.ts";
import { ledgerRoutes } from "./funds/ledger/ledger.routes.ts";
import { merchantBalanceRoutes } from "./funds/ledger/merchant-balance.routes.ts";
import { settlementLineRoutes } from "./funds/ledger/settlement-line.routes.ts";
import { merDepositWorkers } from "./funds/mer-deposit/index.ts";
import { merDepositRoutes } from "./funds/mer-deposit/mer-deposit.routes.ts";
import { applyPayoutFact, payoutWorkers } from "./funds/payout/index.ts";
import { buildPayoutAccountRoutes } from "./funds/payout-account/payout-account.routes.ts";
import { payoutOrderOwner } from "./funds/payout-order/index.ts";
import { buildPayoutOrderRoutes } from "./funds/payout-order/payout-order.routes.ts";
import { rateWorkers } from "./funds/rate/index.ts";
import { sysRateRoutes } from "./funds/rate/rate.routes.ts";
import { reconWorkers } from "./funds/recon/index.ts";
import { reconItemRoutes, reconRoutes, reconSourceRoutes } from "./funds/recon/recon.routes.ts";
import { reportComparisonWorker, reportScheduleWorkers, reportSlotsWorker } from "./funds/report/index.ts";
import { reportByDomainRoutes } from "./funds/report/report-by-domain.routes.ts";
import { reportByGatewayRoutes } from "./funds/report/report-by-gateway.routes.ts";
import { reportByMerchantRoutes } from "./funds/report/report-by-merchant.routes.ts";
import { buildReportScheduleRoutes } from "./funds/report/report-schedule.routes.ts";
import { screeningRoutes } from "./funds/screening/screening.routes.ts";
import { settlementWorkers } from "./funds/settlements/index.ts";
import { buildSettlementsRoutes } from "./funds/settlements/settlements.routes.ts";
import { buildCardRangeFileRoutes, cardRangeRoutes } from "./gateways/card-range/card-range.routes.ts";
import { cardRangeWorker, idleCardRangeFiles } from "./gateways/card-range/index.ts";
import { channelRoutes } from "./gateways/channel/channel.routes.ts";
import { airwallexSessions, connectorOf, connectors } from "./gateways/connector/index.ts";
import { gatewayRoutes } from "./gateways/gateway/gateway.routes.ts";
import { buildGatewayAccountRoutes } from "./gateways/gateway-account/gateway-account.routes.ts";
import { shareCache, testAccount } from "./gateways/gateway-account/index.ts";
import { gatewayAccountPaymentMethodRoutes } from "./gateways/gateway-account-payment-method/gateway-account-payment-method.routes.ts";
import { paymentMethodRoutes } from "./gateways/payment-method/payment-method.routes.ts";
import { countBindings, routingWorkers } from "./gateways/routing/index.ts";
import { routingRoutes } from "./gateways/routing/routing.routes.ts";
import { buildUpstreamGatewayRoutes } from "./gateways/upstream-gateway/upstream-gateway.routes.ts";
import { upstreamGatewayPaymentMethodRoutes } from "./gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.routes.ts";
import { inboundWorkers, oldNotifications } from "./integration/inbound/index.ts";
import { buildMerchantWebhookConfigRoutes } from "./integration/merchant-webhook-config/merchant-webhook-config.routes.ts";
import { purgeOpenApi } from "./integration/open-api/index.ts";
import { inboundWebhookRoutes } from "./integration/webhook/inbound-list.routes.ts";
import { oldTries, webhookWorkers } from "./integration/webhook/index.ts";
import { webhookRoutes } from "./integration/webhook/webhook.routes.ts";
import { sysLogExRoutes, sysLogOpRoutes } from "./logs/call-log/call-log.routes.ts";
import { logMonths, oldCalls } from "./logs/call-log/index.ts";
import { eventExceptionLogRoutes } from "./logs/event-exception-log/event-exception-log.routes.ts";
import { eventExceptionWorkers } from "./logs/event-exception-log/index.ts";
import { sysLogDiffRoutes } from "./logs/log-diff/log-diff.routes.ts";
import { clearingWorker, oldVisits } from "./logs/log-vis/index.ts";
import { sysLogVisRoutes } from "./logs/log-vis/log-vis.routes.ts";
import { buildCoinAppRoutes } from "./merchants/coin-app/coin-app.routes.ts";
import { buildGoLiveRoutes } from "./merchants/go-live/go-live.routes.ts";
import { closingConditions, testPaymentWorker } from "./merchants/go-live/index.ts";
import { merGatewayAccountCfgRoutes } from "./merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.routes.ts";
import { hasCheckoutLine } from "./merchants/mer-pay-channel-cfg/index.ts";
import { merPayChannelCfgRoutes } from "./merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.routes.ts";
import { hasRuleInForce } from "./merchants/mer-payment-method-cfg/index.ts";
import { merPaymentMethodCfgRoutes } from "./merchants/mer-payment-method-cfg/mer-payment-method-cfg.routes.ts";
import { hasPaymentType, takesOnOurPage } from "./merchants/mer-payment-type-cfg/index.ts";
import { merPaymentTypeCfgRoutes } from "./merchants/mer-payment-type-cfg/mer-payment-type-cfg.routes.ts";
import type { ActivationRequirement } from "./merchants/merchant/index.ts";
import { buildMerchantRoutes } from "./merchants/merchant/merchant.routes.ts";
import { hasTermsInForce } from "./merchants/merchant-account-cfg/index.ts";
import { merchantAccountCfgRoutes } from "./merchants/merchant-account-cfg/merchant-account-cfg.routes.ts";
import { buildMerchantDocumentRoutes, merchantOwnerRoutes } from "./merchants/merchant-file/merchant-file.routes.ts";
import { merchantRequestRoutes } from "./merchants/merchant-request/merchant-request.routes.ts";
import { buildStaffRoutes } from "./merchants/merchant-staff/merchant-staff.routes.ts";
import { buildApiDocumentRoutes } from "./operations/api-document/api-document.routes.ts";
import { buildCacheRoutes } from "./operations/cache/cache.routes.ts";
import { sysDatabaseRoutes } from "./operations/database/database.routes.ts";
import { buildFileRoutes } from "./operations/file/file.routes.ts";
import { cutOffUploads, fileWorker } from "./operations/file/index.ts";
import { buildJobRoutes, jobTriggerWorker } from "./operations/job/index.ts";
import { buildJobRunRoutes, buildJobRunWorkers, type ExportDatabases } from "./operations/job-run/index.ts";
import { oldCalls as oldAccessCalls } from "./operations/open-access/index.ts";
import { buildOpenAccessRoutes, openAccessCallRoutes } from "./operations/open-access/open-access.routes.ts";
import { nodeDeskOf, serverSampleWorker } from "./operations/server/index.ts";
import { buildServerRoutes } from "./operations/server/server.routes.ts";
import { swaggerRoutes } from "./operations/swagger/swagger.routes.ts";
import { captureRoutes } from "./payments/capture/capture.routes.ts";
import { coinOrderRoutes } from "./payments/coin-order/coin-order.routes.ts";
import { applyNotification, orderWorkers } from "./payments/order-follow-up/index.ts";
import { orderImportSweeps, orderImportWorker } from "./payments/order-import/index.ts";
import { buildOrderImportRoutes, orderImportRowRoutes } from "./payments/order-import/order-import.routes.ts";
import { dueOrders } from "./payments/order-outcome/index.ts";
import { oldExchanges } from "./payments/order-record/index.ts";
import { orderRefundRoutes } from "./payments/order-refund/order-refund.routes.ts";
import { orderStatsWorker } from "./payments/order-stats/index.ts";
import { orderStatsRoutes } from "./payments/order-stats/order-stats.routes.ts";
import { paymentAttemptRoutes } from "./payments/payment-attempt/payment-attempt.routes.ts";
import { buildPaymentDueRoutes } from "./payments/payment-due/payment-due.routes.ts";
import { refundImportSweep, refundImportWorker } from "./payments/refund-import/index.ts";
import { refundImportRoutes, refundImportRowRoutes } from "./payments/refund-import/refund-import.routes.ts";
import { refundWorkers } from "./payments/refund-processing/index.ts";
import { sysConfigRoutes } from "./settings/config/config.routes.ts";
import { sysConstRoutes } from "./settings/const/const.routes.ts";
import { sysDictDataRoutes, sysDictTypeRoutes } from "./settings/dict/dict.routes.ts";
import { sysInfoSettingRoutes } from "./settings/info-setting/info-setting.routes.ts";
import { sysMenuRoutes } from "./settings/menu/menu.routes.ts";
import { messageWorker, oldMessages } from "./settings/message-channel/index.ts";
import { buildMessageChannelRoutes, messageLogRoutes } from "./settings/message-channel/message-channel.routes.ts";
import { regionWorker } from "./settings/region/index.ts";
import { sysRegionRoutes } from "./settings/region/region.routes.ts";
import { authRoutes, purgeSignIn, rememberedSignIns, signInControl } from "./system/auth/index.ts";
import { buildChangeRequestRoutes } from "./system/change-request/change-request.routes.ts";
import { changeRequestWorker } from "./system/change-request/index.ts";
import { ldapScheduleWorker, ldapSyncWorker } from "./system/ldap/index.ts";
import { buildLdapRoutes } from "./system/ldap/ldap.routes.ts";
import { sysNoticeRoutes } from "./system/notice/notice.routes.ts";
import { buildOrgRoutes } from "./system/org/org.routes.ts";
import { buildPosRoutes } from "./system/pos/pos.routes.ts";
import { sysRoleRoutes } from "./system/role/role.routes.ts";
import { sessionRoutes, sessionsOf } from "./system/session/index.ts";
import { buildTenantRoutes } from "./system/tenant/tenant.routes.ts";
import { countUsersByOrg, countUsersInPosition, unusedAccounts } from "./system/user/index.ts";
import { buildUserRoutes } from "./system/user/user.routes.ts";
import { sysUserPreferenceRoutes } from "./system/user-preference/user-preference.routes.ts";

/** What a merchant needs before it may take payments. */
const requirements: readonly ActivationRequirement[] = [
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
export const buildModules = (platform: Platform): readonly ResourceRoutes[] => {
  const modules = buildEachModule(platform);
  return [...modules, buildChangeRequestRoutes(platform, modules)];
};

const fundsRoutes: readonly ResourceRoutes[] = [
  merchantBalanceRoutes,
  settlementLineRoutes,
  billingRoutes,
  merchantBillingRoutes,
  merDepositRoutes,
  reconRoutes,
  reconItemRoutes,
  reconSourceRoutes,
  bankLineRoutes,
  ledgerRoutes,
  businessDayRoutes,
  screeningRoutes,
  sysRateRoutes,
  reportByGatewayRoutes,
  reportByMerchantRoutes,
  reportByDomainRoutes,
];

/** What a node keeps in its own memory. */
const ownMemories = (platform: Platform): readonly CacheFamily[] => [
  sessionsOf(platform).cache,
  installationKeys(platform.secret).tokens.cache,
  shareCache,
  airwallexSessions,
];

/** How the installation is set up, and what keeps it going. */
const administrationRoutes = (platform: Platform): readonly ResourceRoutes[] => [
  sysRegionRoutes,
  sysInfoSettingRoutes,
  buildMessageChannelRoutes(platform),
  messageLogRoutes,
  buildAboutRoutes(),
  buildJobRunRoutes(platform.files),
  buildApiDocumentRoutes(platform),
  buildJobRoutes(platform),
  sysDatabaseRoutes,
  buildServerRoutes(platform),
  buildCacheRoutes({
    desk: nodeDeskOf(platform),
    clock: platform.clock,
    own: ownMemories(platform),
    shared: rememberedSignIns,
  }),
  buildFileRoutes(platform.files),
  buildOpenAccessRoutes(platform),
  openAccessCallRoutes,
];

const buildFundsRoutes = (platform: Platform): readonly ResourceRoutes[] => [
  ...fundsRoutes,
  buildSettlementsRoutes(platform),
  buildReportScheduleRoutes(platform),
  buildFileEndpointRoutes(platform),
];

/** The modules whose operations may take two people. */
const buildEachModule = (platform: Platform): readonly ResourceRoutes[] => [
  authRoutes(platform),
  captureRoutes,
  coinOrderRoutes,
  buildOrderImportRoutes(platform.files),
  orderImportRowRoutes,
  orderRefundRoutes,
  refundImportRoutes,
  refundImportRowRoutes,
  paymentAttemptRoutes,
  buildPaymentDueRoutes(dueOrders),
  buildMerchantRoutes(requirements, closingConditions, sessionsOf(platform)),
  buildGoLiveRoutes(platform),
  merchantOwnerRoutes,
  buildMerchantDocumentRoutes(platform.files),
  ...buildFundsRoutes(platform),
  buildCashoutRoutes(platform),
  buildBankStatementRoutes(platform),
  buildPayoutOrderRoutes(platform),
  buildPayoutAccountRoutes(platform),
  buildCoinAppRoutes(platform),
  merchantAccountCfgRoutes,
  merchantRequestRoutes,
  buildStaffRoutes(signInControl(platform)),
  merPaymentMethodCfgRoutes,
  merPaymentTypeCfgRoutes,
  sessionRoutes(platform),
  swaggerRoutes(platform),
  buildUserRoutes(signInControl(platform), platform),
  sysRoleRoutes,
  buildOrgRoutes(countUsersByOrg),
  buildLdapRoutes(platform),
  orderStatsRoutes,
  buildPosRoutes(countUsersInPosition),
  sysNoticeRoutes,
  buildTenantRoutes(signInControl(platform), setUpTenant, sessionsOf(platform)),
  sysMenuRoutes,
  sysConfigRoutes,
  sysConstRoutes,
  sysDictTypeRoutes,
  sysDictDataRoutes,
  ...administrationRoutes(platform),
  sysLogVisRoutes,
  sysLogDiffRoutes,
  sysLogOpRoutes,
  sysLogExRoutes,
  sysUserMenuRoutes,
  sysUserPreferenceRoutes,
  sysScheduleRoutes,
  buildChangelogRoutes(),
  buildHomeRoutes(platform),
  inboxRoutes,
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
  cardRangeRoutes,
  buildCardRangeFileRoutes(platform.files),
];

/** What transfers carry out. */
const payoutOwners = { cashout: cashoutOwner, payout_order: payoutOrderOwner };

/** Every background worker of the server. Exports are read over connections of their own. */
export const buildWorkers = (platform: Platform, databases: ExportDatabases): readonly JobWorker[] => [
  purgeSignIn,
  serverSampleWorker,
  jobTriggerWorker,
  purgeOpenApi,
  unusedAccounts,
  ldapSyncWorker(platform),
  ldapScheduleWorker(platform),
  changeRequestWorker,
  orderStatsWorker,
  regionWorker(platform),
  fileWorker(platform),
  messageWorker(platform),
  reportSlotsWorker,
  reportComparisonWorker,
  ...reportScheduleWorkers(platform),
  orderImportWorker(platform, platform.files),
  refundImportWorker,
  cardRangeWorker(platform, platform.files),
  clearingWorker(platform.files),
  ...rateWorkers(platform),
  ...ledgerWorkers(platform),
  ...settlementWorkers,
  ...merDepositWorkers,
  ...orderWorkers(platform, connectorOf),
  ...refundWorkers(platform, connectorOf),
  ...payoutWorkers(platform, connectorOf, payoutOwners),
  cashoutAllocationWorker,
  ...reconWorkers(platform),
  ...bankStatementWorkers,
  testPaymentWorker(platform, connectorOf),
  ...eventExceptionWorkers,
  ...webhookWorkers(platform),
  ...inboundWorkers(platform, (spine, told) => applyNotification(spine, told, applyPayoutFact(payoutOwners))),
  ...routingWorkers(platform, async (id) => (await testAccount(platform, connectors, id)).verdict === "ok"),
  ...buildJobRunWorkers(platform, buildModules(platform), databases, [
    ...[oldVisits, ...oldCalls, oldNotifications, oldTries, oldExchanges].map((log) =>
      archivedSweep(platform.files, log),
    ),
    logMonths,
    ...orderImportSweeps(platform.files),
    refundImportSweep,
    oldAccessCalls,
    oldMessages,
    cutOffUploads(platform.files),
    idleCardRangeFiles(platform.files),
  ]),
];
