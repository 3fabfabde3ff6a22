/** Roles of merchants' users, as every tenant starts with them. */
export type MerchantRole = "merchant_owner" | "merchant_developer" | "merchant_finance" | "merchant_viewer";

interface Grants {
  readonly resource: string;
  /** Permissions of every role. */
  readonly all?: readonly string[];
  readonly developer?: readonly string[];
  readonly finance?: readonly string[];
  /** Permissions of read-only roles; finance has a list of its own. */
  readonly viewer?: readonly string[];
  /** Further permissions of the owner. */
  readonly owner?: readonly string[];
}

/**
 * Permissions of merchants' users by resource. Unlisted ones are the operator's: decisions about the merchant, prices,
 * routing, other merchants' records. New resources for merchants must be added here.
 */
const table: readonly Grants[] = [
  {
    resource: "merchant",
    all: ["page", "list", "detail", "history"],
    owner: ["update", "submit", "resubmit"],
  },
  { resource: "merchantStaff", owner: ["page", "detail", "add", "update", "invite", "setStatus"] },
  { resource: "merchantRequest", finance: ["page", "detail"], owner: ["add"] },
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
  { resource: "capture", all: ["page", "detail"], developer: ["export"], finance: ["export"] },
  {
    resource: "orderRefund",
    all: ["page", "detail"],
    developer: ["export"],
    finance: ["export", "preview"],
    owner: ["preview", "add", "cancel", "retry", "sync"],
  },
  {
    resource: "orderImport",
    finance: ["page", "detail"],
    viewer: ["page", "detail"],
    owner: ["add", "upload", "inspect", "check", "start", "stop", "cancel", "undo"],
  },
  {
    resource: "refundImport",
    finance: ["page", "detail"],
    viewer: ["page", "detail"],
    owner: ["add", "check", "start", "stop", "cancel"],
  },
  { resource: "refundImportRow", finance: ["page", "export"], viewer: ["page"] },
  { resource: "orderImportRow", finance: ["page", "export"], viewer: ["page"] },
  { resource: "paymentAttempt", all: ["page", "detail", "stat"], developer: ["export"], finance: ["export"] },
  {
    resource: "merchantBalance",
    finance: ["page", "totals", "detail", "entries", "explain", "statement", "expected", "holds", "export"],
    viewer: ["page", "totals", "detail", "entries", "explain", "statement", "expected", "holds"],
  },
  {
    resource: "merDeposit",
    finance: ["page", "detail", "figures", "schedule", "moves", "export"],
    viewer: ["page", "detail", "figures", "schedule", "moves"],
  },
  {
    resource: "cashout",
    finance: ["page", "detail", "terms", "preview", "quote", "add", "cancel", "submit", "export"],
    viewer: ["page", "detail"],
  },
  {
    resource: "payoutOrder",
    finance: [
      "page",
      "detail",
      "terms",
      "beneficiarySchema",
      "preview",
      "add",
      "batchCheck",
      "batchAdd",
      "cancel",
      "submit",
      "retry",
      "export",
    ],
    viewer: ["page", "detail"],
  },
  {
    resource: "payoutAccount",
    finance: ["page", "detail", "add", "update", "setDefault", "setStatus", "export"],
    viewer: ["page", "detail"],
  },
  { resource: "settlementLine", finance: ["page", "export"], viewer: ["page"] },
  {
    resource: "settlements",
    finance: ["page", "detail", "lines", "position", "applyWithdrawal", "export"],
    viewer: ["page", "detail", "lines", "position"],
  },
  {
    resource: "merchantBilling",
    finance: ["page", "detail", "lines", "confirm", "query", "export"],
    viewer: ["page", "detail", "lines"],
  },
  {
    resource: "reportByGateway",
    finance: ["page", "trend", "prove", "download"],
    viewer: ["page", "trend", "prove"],
  },
  {
    resource: "reportSchedule",
    finance: ["page", "detail", "add", "update", "setStatus", "send", "delete"],
  },
  {
    resource: "reportByDomain",
    finance: ["page", "trend", "prove", "download"],
    viewer: ["page", "trend", "prove"],
  },
  { resource: "merchantAccountCfg", finance: ["page", "detail", "effective"] },
  { resource: "merPaymentMethodCfg", finance: ["page", "detail", "effective"] },
  { resource: "merPaymentTypeCfg", finance: ["page", "detail"], developer: ["page", "detail"] },
  { resource: "merPayChannelCfg", all: ["page", "detail", "preview"], owner: ["arrange", "export"] },
  {
    resource: "merchantWebhookConfig",
    all: ["page", "list", "detail", "health"],
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

/**
 * All permissions that a merchant's user can have, by whatever role: those of the owner. The rest stay the operator's,
 * even where a role grants them by mistake.
 */
const ofMerchants: ReadonlySet<string> = new Set(permissionsOfMerchantRole("merchant_owner"));

/** Permissions reserved to the operator's users. */
export const permissionsOfOperators = (permissions: readonly string[]): readonly string[] =>
  permissions.filter((permission) => !ofMerchants.has(permission));

/** The effective permissions of a merchant's user, from what their roles grant. */
export const permissionsOfMember = (permissions: readonly string[]): readonly string[] =>
  permissions.filter((permission) => ofMerchants.has(permission));
