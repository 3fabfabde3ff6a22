import { type Locale, type LocalizedText, text3 } from "../kit/locale.ts";
import { demoEndpointNames, demoHolidays, demoMerchantNames, demoPeopleNames } from "./seeded-demo.ts";
import { seededRoleRemarks, seededRoles } from "./seeded-roles.ts";

/**
 * Names of the rows that an installation starts with, by what they name and, of each, by its code. Stored in the
 * language of the installation and told in the reader's for as long as nobody gave the row another name.
 */
export const seededNames = {
  org: {
    "1001": text3("Countinghouse", "Countinghouse 总部", "Countinghouse 總部"),
    "100101": text3("Operations", "运营部", "營運部"),
    "100102": text3("Risk and compliance", "风控合规部", "風控法遵部"),
    "100103": text3("Settlement and finance", "清结算财务部", "清算財務部"),
    "100104": text3("Technology", "技术部", "技術部"),
    "10010401": text3("Merchant integration", "商户接入组", "特店串接組"),
    MC: text3("Meridian Commerce", "远帆跨境商贸集团", "遠帆跨境商貿集團"),
    "MC-EA": text3("East Asia", "东亚大区", "東亞區"),
    "MC-EA-SH": text3("Shanghai company", "上海公司", "上海公司"),
    "MC-EA-TP": text3("Taipei company", "台北公司", "臺北公司"),
    "MC-EU": text3("Europe", "欧洲大区", "歐洲區"),
    "MC-EU-LN": text3("London company", "伦敦公司", "倫敦公司"),
    "MC-EU-BE": text3("Berlin company", "柏林公司", "柏林公司"),
    "MC-FIN": text3("Finance", "财务部", "財務部"),
    "MC-FIN-RC": text3("Reconciliation", "对账组", "對帳組"),
    "MC-RSK": text3("Risk", "风控部", "風控部"),
    "MC-CS": text3("Customer service", "客户服务部", "客戶服務部"),
  },
  position: {
    chair: text3("Chairperson", "董事长", "董事長"),
    gm: text3("General manager", "总经理", "總經理"),
    dgm: text3("Deputy general manager", "副总经理", "副總經理"),
    head: text3("Head of department", "部门经理", "部門經理"),
    deputy: text3("Deputy head of department", "部门副经理", "部門副理"),
    ops: text3("Operations specialist", "运营专员", "營運專員"),
    kam: text3("Key account manager", "大客户经理", "大客戶經理"),
    risk: text3("Risk analyst", "风控分析师", "風控分析師"),
    dispute: text3("Dispute specialist", "拒付处理专员", "爭議款處理專員"),
    compliance: text3("Compliance officer", "合规专员", "法遵專員"),
    settlement: text3("Settlement specialist", "结算专员", "撥款專員"),
    recon: text3("Reconciliation accountant", "对账会计", "對帳會計"),
    cashier: text3("Cashier", "出纳", "出納"),
    engineer: text3("Integration engineer", "接入工程师", "串接工程師"),
    support: text3("Support agent", "客服专员", "客服專員"),
    staff: text3("Staff", "职员", "職員"),
  },
  role: seededRoles,
  roleRemark: seededRoleRemarks,
  tenant: {
    demo: text3("Meridian Commerce (demo)", "远帆跨境商贸（演示）", "遠帆跨境商貿（示範）"),
  },
  /** Methods, and their channels. */
  channel: {
    card_visa: text3("Visa", "Visa", "Visa"),
    card_mastercard: text3("Mastercard", "万事达卡", "萬事達卡"),
    card_amex: text3("American Express", "美国运通", "美國運通"),
    card_jcb: text3("JCB", "JCB", "JCB"),
    card_unionpay: text3("UnionPay", "银联", "銀聯"),
    alipay: text3("Alipay", "支付宝", "支付寶"),
    wechat: text3("WeChat Pay", "微信支付", "微信支付"),
    sim_wallet: text3("Simulated wallet", "模拟钱包", "模擬錢包"),
    sim_qr: text3("Simulated QR code", "模拟扫码", "模擬掃碼"),
    sim_voucher: text3("Simulated voucher", "模拟线下付款码", "模擬繳費代碼"),
    sim_debit: text3("Simulated bank debit", "模拟银行代扣", "模擬銀行扣款"),
  },
  upstreamGateway: {
    simulator: text3("Gateway simulator", "网关模拟器", "閘道模擬器"),
    airwallex: text3("Airwallex", "Airwallex 空中云汇", "Airwallex 空中雲匯"),
  },
  gatewayAccount: {
    sim_main: text3("Simulator main", "模拟主账户", "模擬主帳戶"),
    sim_backup: text3("Simulator backup", "模拟备用账户", "模擬備援帳戶"),
    sim_airwallex: text3("Airwallex sandbox", "Airwallex 测试账户", "Airwallex 測試帳戶"),
    acct_meridian_hk: text3("Airwallex Hong Kong", "Airwallex 香港账户", "Airwallex 香港帳戶"),
  },
  gateway: {
    simulatorTest: text3("Simulator", "模拟网关", "模擬閘道"),
    airwallexTest: text3("Airwallex sandbox", "Airwallex 测试网关", "Airwallex 測試閘道"),
    airwallexLive: text3("Airwallex", "Airwallex 生产网关", "Airwallex 正式閘道"),
  },
  person: {
    administrator: text3("Administrator", "超级管理员", "超級管理員"),
    /** Actor of jobs and start-up work; its account is `system`. */
    system: text3("System", "系统", "系統"),
    ...demoPeopleNames,
  },
  merchant: {
    house: text3("House", "平台自营", "平台自營"),
    ...demoMerchantNames,
  },
  holiday: demoHolidays,
  endpoint: demoEndpointNames,
} as const satisfies Record<string, Readonly<Record<string, LocalizedText>>>;

/** Kind of a seeded record: a role, an organisation, a gateway account, … */
export type SeededKind = keyof typeof seededNames;

/** Kind of a resource's records. */
const kindOfResource: Readonly<Record<string, SeededKind>> = {
  sysOrg: "org",
  sysPos: "position",
  sysRole: "role",
  sysTenant: "tenant",
  upstreamGateway: "upstreamGateway",
  gateway: "gateway",
  gatewayAccount: "gatewayAccount",
  merGatewayAccountCfg: "gatewayAccount",
  // In the inbox, a file is named after its account.
  recon: "gatewayAccount",
  channel: "channel",
  merchant: "merchant",
  // A shop's first app has the shop's name.
  coinApp: "merchant",
  businessDay: "holiday",
  merchantWebhookConfig: "endpoint",
};

/** Fields with the name of another resource's record, in any resource. */
const kindOfField: Readonly<Record<string, SeededKind>> = {
  orgName: "org",
  publicOrgName: "org",
  posName: "position",
  roleName: "role",
  tenantName: "tenant",
  upstreamGatewayName: "upstreamGateway",
  gatewayName: "gateway",
  gatewayAccountName: "gatewayAccount",
  accountName: "gatewayAccount",
  channelName: "channel",
  merchantName: "merchant",
  appName: "merchant",
  endpointName: "endpoint",
  realName: "person",
  operatorName: "person",
  actorName: "person",
  applicantName: "person",
  assigneeName: "person",
  by: "person",
  person: "person",
  startedBy: "person",
};

/** Remarks of roles, which are seeded too. */
const isRoleRemark = (resource: string, field: string): boolean => resource === "sysRole" && field === "remark";

/** Kind of record that a field names; undefined where none is seeded. `name` is that of the resource's own records. */
export function seededKindOf(resource: string, field: string): SeededKind | undefined {
  if (field === "name") return Object.hasOwn(kindOfResource, resource) ? kindOfResource[resource] : undefined;
  if (isRoleRemark(resource, field)) return "roleRemark";
  if (/[uU]serName$/.test(field)) return "person";
  return Object.hasOwn(kindOfField, field) ? kindOfField[field] : undefined;
}

/** Whether a field may hold a seeded name, in any resource. */
export const mayBeSeeded = (field: string): boolean =>
  field === "name" || field === "remark" || Object.hasOwn(kindOfField, field) || /[uU]serName$/.test(field);

/** Whether a field names records rather than users: audit logs are long, and searched by an index. */
export const namesRecords = (field: string): boolean =>
  field === "name" || (kindOfField[field] ?? "person") !== "person";

/** Every text of a seeded name, mapped to all its languages. */
const byText: Readonly<Record<SeededKind, ReadonlyMap<string, LocalizedText>>> = Object.fromEntries(
  (Object.keys(seededNames) as SeededKind[]).map((kind) => [
    kind,
    new Map(
      Object.values<LocalizedText>(seededNames[kind]).flatMap((text) =>
        Object.values(text).map((one) => [one, text] as const),
      ),
    ),
  ]),
) as never;

/** A stored name in a reader's language; names that were not seeded stay. */
export const seededNameIn = (locale: Locale, kind: SeededKind, stored: string): string =>
  byText[kind].get(stored)?.[locale] ?? stored;

/** Each stored text of a kind's names, with its text in the reader's language. */
export const seededLabels = (locale: Locale, kind: SeededKind): ReadonlyMap<string, string> =>
  new Map([...byText[kind]].map(([stored, text]) => [stored, text[locale]]));

/** Stored texts of names that contain a word in any language, for searches. */
export function seededLike(word: string): string[] {
  const wanted = word.trim().toLowerCase();
  if (wanted === "") return [];
  const found = Object.values(byText).flatMap((texts) =>
    [...texts].flatMap(([stored, text]) =>
      Object.values(text).some((one) => one.toLowerCase().includes(wanted)) ? [stored] : [],
    ),
  );
  return [...new Set(found)];
}
