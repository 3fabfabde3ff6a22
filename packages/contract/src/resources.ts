import { sysApi } from "./api-document/api-document.ts";
import { sysAuth } from "./auth/auth.ts";
import { businessDay } from "./calendar/calendar.ts";
import { sysChangelog } from "./changelog/changelog.ts";
import { channel } from "./channel/channel.ts";
import { coinApp } from "./coin-app/coin-app.ts";
import { coinOrder } from "./coin-order/coin-order.ts";
import { sysConfig } from "./config/config.ts";
import { sysConst } from "./const/const.ts";
import { sysDatabase } from "./database/database.ts";
import { sysDictData } from "./dict/dict-data.ts";
import { sysDictType } from "./dict/dict-type.ts";
import { eventExceptionLog } from "./event-exception-log/event-exception-log.ts";
import { gateway } from "./gateway/gateway.ts";
import { gatewayAccount } from "./gateway-account/gateway-account.ts";
import { gatewayAccountPaymentMethod } from "./gateway-account-payment-method/gateway-account-payment-method.ts";
import { sysHome } from "./home/home.ts";
import { sysJob } from "./job/job.ts";
import { sysJobRun } from "./job-run/job-run.ts";
import type { Resource } from "./kit/resource.ts";
import { ledger } from "./ledger/ledger.ts";
import { merchantBalance } from "./ledger/merchant-balance.ts";
import { sysLogDiff } from "./log-diff/log-diff.ts";
import { sysLogVis } from "./log-vis/log-vis.ts";
import { sysMenu } from "./menu/menu.ts";
import { merGatewayAccountCfg } from "./mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { merPayChannelCfg } from "./mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { merPaymentMethodCfg } from "./mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { merPaymentTypeCfg } from "./mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { merchant } from "./merchant/merchant.ts";
import { merchantAccountCfg } from "./merchant-account-cfg/merchant-account-cfg.ts";
import { merchantWebhookConfig } from "./merchant-webhook-config/merchant-webhook-config.ts";
import { sysNotice } from "./notice/notice.ts";
import { orderImport } from "./order-import/order-import.ts";
import { orderImportRow } from "./order-import/order-import-row.ts";
import { orderStats } from "./order-stats/order-stats.ts";
import { sysOrg } from "./org/org.ts";
import { paymentAttempt } from "./payment-attempt/payment-attempt.ts";
import { paymentMethod } from "./payment-method/payment-method.ts";
import { sysPos } from "./pos/pos.ts";
import { sysRate } from "./rate/rate.ts";
import { sysRole } from "./role/role.ts";
import { routing } from "./routing/routing.ts";
import { sysSchedule } from "./schedule/schedule.ts";
import { sysOnlineUser } from "./session/session.ts";
import { swagger } from "./swagger/swagger.ts";
import { sysTenant } from "./tenant/tenant.ts";
import { upstreamGateway } from "./upstream-gateway/upstream-gateway.ts";
import { upstreamGatewayPaymentMethod } from "./upstream-gateway-payment-method/upstream-gateway-payment-method.ts";
import { sysUser } from "./user/user.ts";
import { sysUserMenu } from "./user-menu/user-menu.ts";
import { sysUserPreference } from "./user-preference/user-preference.ts";
import { inboundWebhook } from "./webhook/inbound-webhook.ts";
import { webhook } from "./webhook/webhook.ts";

/** Every resource of the product, in the order of the menu. Menus, permissions and routes come from this list. */
export const resources = [
  sysHome,
  coinOrder,
  orderImport,
  orderImportRow,
  orderStats,
  paymentAttempt,
  merchant,
  merchantBalance,
  ledger,
  coinApp,
  merchantAccountCfg,
  merPaymentMethodCfg,
  merPaymentTypeCfg,
  sysUser,
  sysRole,
  sysOrg,
  sysPos,
  sysNotice,
  sysTenant,
  sysMenu,
  sysConfig,
  sysDictType,
  sysDictData,
  sysOnlineUser,
  sysLogVis,
  sysLogDiff,
  sysUserMenu,
  sysUserPreference,
  sysSchedule,
  sysConst,
  sysChangelog,
  sysAuth,
  swagger,
  sysJobRun,
  sysApi,
  sysJob,
  sysDatabase,
  businessDay,
  sysRate,
  routing,
  merchantWebhookConfig,
  channel,
  merGatewayAccountCfg,
  merPayChannelCfg,
  webhook,
  inboundWebhook,
  eventExceptionLog,
  gateway,
  gatewayAccount,
  gatewayAccountPaymentMethod,
  upstreamGateway,
  upstreamGatewayPaymentMethod,
  paymentMethod,
] as const satisfies readonly Resource[];
