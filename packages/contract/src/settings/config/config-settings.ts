import { type LocalizedText, text3 } from "../../kit/locale.ts";
import { isPublicWebAddress } from "../../platform/web-address.ts";

interface Named {
  readonly group: "Default" | "SignIn" | "WebConfig";
  readonly order: number;
  readonly name: LocalizedText;
}

/** A setting the product reads, with what it may be. Minutes, days and counts are whole numbers within bounds. */
export type Setting = Named &
  (
    | { readonly type: "boolean"; readonly default: boolean; readonly inProduction?: boolean }
    | { readonly type: "integer"; readonly default: number; readonly min: number; readonly max: number }
    | { readonly type: "text"; readonly default: string; readonly maxLength: number; readonly url?: "any" | "https" }
    | { readonly type: "choice"; readonly default: string; readonly choices: readonly string[] }
  );

const flag = (group: Named["group"], order: number, value: boolean, name: LocalizedText) =>
  ({ type: "boolean", default: value, group, order, name }) as const;
const integer = (
  group: Named["group"],
  order: number,
  [value, min, max]: readonly [number, number, number],
  name: LocalizedText,
) => ({ type: "integer", default: value, min, max, group, order, name }) as const;
const words = (order: number, value: string, maxLength: number, name: LocalizedText) =>
  ({ type: "text", default: value, maxLength, group: "WebConfig", order, name }) as const;

/** What stands on bills. Two people change it: merchants pay by it. */
const billed = (order: number, maxLength: number, name: LocalizedText) =>
  ({ type: "text", default: "", maxLength, group: "Default", order, name }) as const;

/** Every setting the product itself reads, by code. Records with other codes are free text for integrations. */
export const knownSettings = {
  sys_log_retention_days: integer(
    "Default",
    40,
    [400, 90, 3650],
    text3("Days logs are kept", "日志保留天数", "日誌保留天數"),
  ),
  order_exchange_retention_days: integer(
    "Default",
    41,
    [400, 90, 3650],
    text3("Days requests about orders are kept", "订单请求日志保留天数", "訂單請求日誌保留天數"),
  ),
  sys_rate_feed_url: {
    type: "text",
    default: "",
    maxLength: 512,
    url: "https",
    group: "Default",
    order: 50,
    name: text3("Address of the rate feed (https)", "汇率接口地址（https）", "匯率介接網址（https）"),
  },
  settlement_reconciled_only: flag(
    "Default",
    60,
    true,
    text3(
      "Batches wait for open reconciliation differences",
      "存在未处理对账差异的批次暂不确认",
      "有未處理對帳差異的批次暫不確認",
    ),
  ),
  sys_rate_stale_hours: integer(
    "Default",
    51,
    [24, 1, 720],
    text3("Hours until a rate is stale", "汇率时效（小时）", "匯率時效（小時）"),
  ),
  sys_rate_calendar: {
    type: "text",
    default: "EU-TARGET",
    maxLength: 32,
    group: "Default",
    order: 52,
    name: text3("Business calendar of rates", "汇率营业日历", "匯率營業日曆"),
  },
  sys_rate_markup: integer(
    "Default",
    53,
    [0, 0, 1000],
    text3("Rate markup, hundredths of a per cent", "汇率加点（万分之一）", "匯率加碼（萬分之一）"),
  ),
  payment_due_approval_above: integer(
    "Default",
    60,
    [500, 0, 10_000_000],
    text3(
      "Unapplied payments: second person above, US dollars",
      "待处理收款：超过此金额须复核（美元）",
      "待處理收款：超過此金額須覆核（美元）",
    ),
  ),
  refund_review_above: integer(
    "Default",
    61,
    [1_000, 0, 10_000_000],
    text3(
      "Refunds: second person above, US dollars",
      "退款：超过此金额须复核（美元）",
      "退款：超過此金額須覆核（美元）",
    ),
  ),
  payment_due_auto_return: flag(
    "Default",
    62,
    true,
    text3(
      "Unapplied payments: send back automatically what goes back",
      "待处理收款：应退款项自动退回",
      "待處理收款：應退款項自動退回",
    ),
  ),
  /** `auto`: in force from when two people of a tenant may approve, and for ever after. Two people alone switch it off. */
  change_approval: {
    type: "choice",
    default: "auto",
    choices: ["auto", "off"],
    group: "Default",
    order: 70,
    name: text3(
      "Second person for changes (auto: once two may approve)",
      "变更双人复核（auto：有两名复核人后自动启用）",
      "變更雙人覆核（auto：有兩名覆核者後自動啟用）",
    ),
  },
  sys_file_max_mb: integer(
    "Default",
    45,
    [50, 1, 500],
    text3("Files: largest, MB", "文件：单个上限（MB）", "檔案：單一上限（MB）"),
  ),
  sys_file_quota_mb: integer(
    "Default",
    46,
    [10_240, 1, 10_000_000],
    text3("Files: room of a tenant, MB", "文件：租户空间上限（MB）", "檔案：租戶空間上限（MB）"),
  ),
  sys_region_sync_level: integer(
    "Default",
    75,
    [3, 1, 3],
    text3(
      "Regions: added down to (1 province, 3 county)",
      "行政区域补全级别（1 省级至 3 县级）",
      "行政區域補齊層級（1 省級至 3 縣級）",
    ),
  ),
  bill_issuer_name: billed(80, 80, text3("Bills: who issues them", "账单：出具方名称", "帳單：開立方名稱")),
  bill_issuer_address: billed(81, 256, text3("Bills: address of the issuer", "账单：出具方地址", "帳單：開立方地址")),
  bill_issuer_registration: billed(
    82,
    256,
    text3(
      "Bills: tax and registration numbers of the issuer",
      "账单：出具方税号与登记号",
      "帳單：開立方稅籍與登記編號",
    ),
  ),
  bill_contact: billed(83, 128, text3("Bills: whom to ask", "账单：咨询联系方式", "帳單：洽詢方式")),
  bill_bank_account: billed(
    84,
    256,
    text3("Bills: account that merchants pay what they owe into", "账单：商户补款收款账户", "帳單：特店補款收款帳戶"),
  ),
  sys_password_profile: {
    type: "choice",
    default: "pci",
    choices: ["pci", "nist"],
    group: "SignIn",
    order: 20,
    name: text3(
      "Password rule (pci: 12 and mixed, nist: 15)",
      "密码规则（pci：12 位且含字母数字；nist：15 位）",
      "密碼規則（pci：12 碼且含英數；nist：15 碼）",
    ),
  },
  sys_password_max_error_times: integer(
    "SignIn",
    30,
    [10, 3, 10],
    text3("Wrong passwords before lock-out", "密码错误锁定次数", "密碼錯誤鎖定次數"),
  ),
  sys_lockout_minutes: integer(
    "SignIn",
    35,
    [30, 30, 1440],
    text3("Minutes of lock-out", "锁定时长（分钟）", "鎖定時間（分鐘）"),
  ),
  sys_unused_account_days: integer(
    "SignIn",
    37,
    [90, 30, 365],
    text3("Days without sign-in before disabling", "长期未登录停用（天）", "久未登入停用（天）"),
  ),
  sys_single_login: flag("SignIn", 60, false, text3("One device at a time", "单设备登录", "單一裝置登入")),
  sys_max_sessions: integer(
    "SignIn",
    65,
    [3, 1, 20],
    text3("Sessions per user", "单账号最大会话数", "單一帳號工作階段上限"),
  ),
  // PCI DSS 8.4.2 and 8.5.1: where real money is, nobody comes in with a password alone.
  sys_second_ver: {
    ...flag("WebConfig", 70, false, text3("Second verification at sign-in", "登录二次验证", "登入二次驗證")),
    inProduction: true,
  },
  sys_phone_international: flag(
    "SignIn",
    68,
    false,
    text3("Phone numbers of other countries", "境外手机号", "其他地區手機號碼"),
  ),
  sys_captcha: flag("WebConfig", 80, false, text3("Captcha at sign-in", "登录验证码", "登入驗證碼")),
  sys_token_expire: integer(
    "SignIn",
    90,
    [15, 1, 15],
    text3("Access token, minutes", "访问令牌有效期（分钟）", "存取權杖效期（分鐘）"),
  ),
  sys_idle_minutes: integer(
    "SignIn",
    95,
    [15, 5, 15],
    text3("Idle minutes before sign-out", "闲置退出时间（分钟）", "閒置登出時間（分鐘）"),
  ),
  /** Nobody may leave the screen open for longer; people lock it sooner if they like. */
  sys_lock_screen_seconds: integer(
    "SignIn",
    97,
    [300, 30, 86_400],
    text3("Seconds until the screen locks", "自动锁屏时间（秒）", "自動鎖定螢幕時間（秒）"),
  ),
  sys_refresh_token_expire: integer(
    "SignIn",
    100,
    [720, 15, 1440],
    text3("Longest session, minutes", "会话最长时间（分钟）", "工作階段最長時間（分鐘）"),
  ),
  sys_domain_login: flag("SignIn", 120, false, text3("Directory sign-in", "域账号登录", "網域帳號登入")),
  // Addresses stand in logs and histories: where real money is, a password in one is refused.
  sys_secret_in_query: {
    ...flag("SignIn", 125, true, text3("Accept passwords in the query", "允许查询串携带密码", "允許查詢字串帶密碼")),
    inProduction: false,
  },
  sys_web_title: words(300, "Countinghouse", 64, text3("Site title", "系统标题", "系統標題")),
  sys_web_viceTitle: words(310, "", 64, text3("Subtitle", "系统副标题", "系統副標題")),
  sys_web_viceDesc: words(320, "", 256, text3("Description", "系统描述", "系統描述")),
  sys_web_watermark: words(330, "Countinghouse", 64, text3("Watermark", "水印内容", "浮水印內容")),
  sys_web_copyright: words(340, "Countinghouse, Apache-2.0", 256, text3("Copyright line", "版权说明", "版權說明")),
  sys_web_logo: words(350, "/upload/logo.png", 256, text3("Logo", "系统图标", "系統標誌")),
  sys_web_icp: words(360, "", 64, text3("ICP filing", "ICP 备案号", "ICP 備案號")),
  sys_web_icpUrl: {
    ...words(370, "https://beian.miit.gov.cn", 256, text3("Link of the ICP filing", "ICP 备案地址", "ICP 備案網址")),
    url: "any",
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingCode = keyof typeof knownSettings;
type Declared<C extends SettingCode> = (typeof knownSettings)[C];
/** The type of a setting's value. */
export type SettingValue<C extends SettingCode> =
  Declared<C> extends { type: "boolean" } ? boolean : Declared<C> extends { type: "integer" } ? number : string;

/** Whether the product itself reads the setting. */
export const isKnownSetting = (code: string): code is SettingCode => Object.hasOwn(knownSettings, code);

/** What a setting starts with: in production the safer value, where it has one. */
export const firstValue = (setting: Setting, isProduction: boolean): boolean | number | string =>
  setting.type === "boolean" && isProduction ? (setting.inProduction ?? setting.default) : setting.default;

/**
 * Whether changing the setting takes two people: what steers money, sign-in and records. The site's face does not, nor
 * what the product does not read.
 */
export const settingTakesTwo = (code: string): boolean => {
  if (!isKnownSetting(code)) return false;
  const setting: Setting = knownSettings[code];
  return !(setting.group === "WebConfig" && setting.type === "text");
};

/** How a setting is stored. */
export const settingText = (value: boolean | number | string): string =>
  typeof value === "boolean" ? (value ? "True" : "False") : String(value);

/** The value a stored text stands for, or undefined where the setting does not allow it. */
export function readSetting(code: SettingCode, text: string): boolean | number | string | undefined {
  const setting: Setting = knownSettings[code];
  switch (setting.type) {
    case "boolean":
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === "true" : undefined;
    case "integer":
      return /^-?\d{1,9}$/.test(text) && Number(text) >= setting.min && Number(text) <= setting.max
        ? Number(text)
        : undefined;
    case "choice":
      return setting.choices.includes(text) ? text : undefined;
    case "text":
      return text.length <= setting.maxLength && (text === "" || fitsUrl(text, setting.url)) ? text : undefined;
  }
}

const fitsUrl = (text: string, url: "any" | "https" | undefined): boolean =>
  url === undefined || (isPublicWebAddress(text) && (url === "any" || text.startsWith("https://")));
