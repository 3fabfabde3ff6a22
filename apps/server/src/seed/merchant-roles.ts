import { type Text, text3 } from "@countinghouse/contract/kit/locale.ts";

/** Roles of the people who sign in for a merchant. */
export type MerchantRole = "merchant_owner" | "merchant_developer" | "merchant_finance" | "merchant_viewer";

/** What each role is called and for. */
export const merchantRoles: Readonly<Record<MerchantRole, { readonly name: Text; readonly remark: Text }>> = {
  merchant_owner: {
    name: text3("Merchant owner", "商户负责人", "特店負責人"),
    remark: text3("Everything of the own merchant", "本商户的全部操作", "自家特店的所有操作"),
  },
  merchant_developer: {
    name: text3("Merchant developer", "商户开发人员", "特店開發人員"),
    remark: text3(
      "Keys, webhooks and logs of the own merchant",
      "本商户的密钥、Webhook 与日志",
      "自家特店的金鑰、Webhook 與紀錄",
    ),
  },
  merchant_finance: {
    name: text3("Merchant finance", "商户财务", "特店財務"),
    remark: text3(
      "Orders, terms and money of the own merchant",
      "本商户的订单、费率与资金",
      "自家特店的訂單、費率與款項",
    ),
  },
  merchant_viewer: {
    name: text3("Merchant viewer", "商户查看人员", "特店檢視人員"),
    remark: text3("Reads the own merchant's records", "仅查看本商户的记录", "僅檢視自家特店的紀錄"),
  },
};

interface Grants {
  readonly resource: string;
  /** What every role may. */
  readonly all?: readonly string[];
  readonly developer?: readonly string[];
  readonly finance?: readonly string[];
  /** What those may who only look; finance has its own list. */
  readonly viewer?: readonly string[];
  /** What the owner may besides all of the above. */
  readonly owner?: readonly string[];
}

/**
 * What a merchant's own people may, resource by resource. What is not named here is the operator's: decisions about the
 * merchant, prices, routing, other people's rows. A resource that is added for merchants is added here.
 */
const table: readonly Grants[] = [
  {
    resource: "merchant",
    all: ["page", "list", "detail", "history"],
    owner: ["update", "submit", "resubmit"],
  },
  {
    resource: "coinApp",
    all: ["page", "list", "detail"],
    developer: ["keys", "add", "update", "setStatus", "updateKey", "rotateSecret", "endPreviousSecret"],
  },
  {
    resource: "coinOrder",
    all: ["page", "summary", "statusCount", "detail", "timeline", "find"],
    developer: ["log", "addNote", "resendWebhook", "export"],
    finance: ["explain", "addNote", "export"],
    owner: ["reveal", "capture", "void", "cancel", "sync"],
  },
  {
    resource: "orderImport",
    finance: ["page", "detail"],
    viewer: ["page", "detail"],
    owner: ["add", "upload", "inspect", "check", "start", "stop", "cancel", "undo"],
  },
  { resource: "orderImportRow", finance: ["page", "export"], viewer: ["page"] },
  { resource: "paymentAttempt", all: ["page", "detail", "stat"], developer: ["export"], finance: ["export"] },
  {
    resource: "merchantBalance",
    finance: ["page", "totals", "detail", "entries", "explain", "statement", "holds", "export"],
    viewer: ["page", "totals", "detail", "entries", "explain", "statement", "holds"],
  },
  { resource: "merchantAccountCfg", finance: ["page", "detail", "effective"] },
  { resource: "merPaymentMethodCfg", finance: ["page", "detail", "effective"] },
  { resource: "merPaymentTypeCfg", finance: ["page", "detail"], developer: ["page", "detail"] },
  { resource: "merPayChannelCfg", all: ["page", "detail", "preview"], owner: ["arrange", "export"] },
  {
    resource: "merchantWebhookConfig",
    all: ["page", "detail", "health"],
    developer: ["add", "update", "pause", "resume", "delete", "rotateSecret", "test", "replay"],
  },
  {
    resource: "webhook",
    all: ["page", "stat"],
    developer: ["detail", "resend", "bulkResend", "skip", "export"],
  },
];

/** Permissions of a role. */
export function permissionsOfMerchantRole(role: MerchantRole): string[] {
  return table.flatMap(({ resource, all = [], developer = [], finance = [], viewer = [], owner = [] }) => {
    const more: Readonly<Record<MerchantRole, readonly string[]>> = {
      merchant_owner: [...developer, ...finance, ...owner],
      merchant_developer: developer,
      merchant_finance: finance,
      merchant_viewer: viewer,
    };
    return [...new Set([...all, ...more[role]])].map((name) => `${resource}:${name}`);
  });
}
