import { type LocalizedText, text3 } from "@countinghouse/contract/kit/locale.ts";
import { demoPeopleNames } from "@countinghouse/contract/platform/seeded-demo.ts";
import { seededNames } from "@countinghouse/contract/platform/seeded-names.ts";
import type { OrgPlan } from "./tenant-words.ts";

export const demoTenantName = seededNames.tenant.demo;

/** The demonstration tenant: a merchant group that sells across borders. */
export const demoOrgs: OrgPlan = {
  code: "MC",
  type: "101",
  name: seededNames.org.MC,
  below: [
    {
      code: "MC-EA",
      type: "401",
      name: seededNames.org["MC-EA"],
      below: [
        { code: "MC-EA-SH", type: "201", name: seededNames.org["MC-EA-SH"] },
        { code: "MC-EA-TP", type: "201", name: seededNames.org["MC-EA-TP"] },
      ],
    },
    {
      code: "MC-EU",
      type: "401",
      name: seededNames.org["MC-EU"],
      below: [
        { code: "MC-EU-LN", type: "201", name: seededNames.org["MC-EU-LN"] },
        { code: "MC-EU-BE", type: "201", name: seededNames.org["MC-EU-BE"] },
      ],
    },
    {
      code: "MC-FIN",
      type: "301",
      name: seededNames.org["MC-FIN"],
      below: [{ code: "MC-FIN-RC", type: "501", name: seededNames.org["MC-FIN-RC"] }],
    },
    { code: "MC-RSK", type: "301", name: seededNames.org["MC-RSK"] },
    { code: "MC-CS", type: "301", name: seededNames.org["MC-CS"] },
  ],
};

/** A person of the demonstration: account, name, place and work. */
export interface PersonPlan {
  readonly account: string;
  readonly name: LocalizedText;
  readonly org: string;
  readonly position: string;
  readonly role: string;
  readonly sex: 1 | 2;
}

const person = (
  account: string,
  name: LocalizedText,
  [org, position, role, sex]: readonly [string, string, string, 1 | 2],
): PersonPlan => ({
  account,
  name,
  org,
  position,
  role,
  sex,
});

/** The first is the tenant's administrator. */
export const demoPeople: readonly PersonPlan[] = [
  person("lin.yue", demoPeopleNames["lin.yue"], ["MC", "gm", "sys_admin", 2]),
  person("zhou.heng", demoPeopleNames["zhou.heng"], ["MC-EA", "head", "sys_deptChild", 1]),
  person("shen.ruoxi", demoPeopleNames["shen.ruoxi"], ["MC-EA-SH", "ops", "sys_dept", 2]),
  person("gu.mingyuan", demoPeopleNames["gu.mingyuan"], ["MC-EA-SH", "kam", "sys_self", 1]),
  person("tang.wei", demoPeopleNames["tang.wei"], ["MC-EA-SH", "support", "sys_self", 2]),
  person("chen.chiahao", demoPeopleNames["chen.chiahao"], ["MC-EA-TP", "head", "sys_deptChild", 1]),
  person("huang.yating", demoPeopleNames["huang.yating"], ["MC-EA-TP", "ops", "sys_dept", 2]),
  person("tsai.mengju", demoPeopleNames["tsai.mengju"], ["MC-EA-TP", "engineer", "sys_self", 1]),
  person("e.whitfield", demoPeopleNames["e.whitfield"], ["MC-EU", "head", "sys_deptChild", 2]),
  person("t.okafor", demoPeopleNames["t.okafor"], ["MC-EU-LN", "kam", "sys_dept", 1]),
  person("p.lindqvist", demoPeopleNames["p.lindqvist"], ["MC-EU-LN", "support", "sys_self", 2]),
  person("j.brandt", demoPeopleNames["j.brandt"], ["MC-EU-BE", "ops", "sys_dept", 1]),
  person("m.novak", demoPeopleNames["m.novak"], ["MC-EU-BE", "compliance", "sys_self", 2]),
  person("he.jing", demoPeopleNames["he.jing"], ["MC-FIN", "head", "sys_define", 2]),
  person("xu.zhiqiang", demoPeopleNames["xu.zhiqiang"], ["MC-FIN", "settlement", "sys_dept", 1]),
  person("liu.fang", demoPeopleNames["liu.fang"], ["MC-FIN-RC", "recon", "sys_dept", 2]),
  person("ma.chao", demoPeopleNames["ma.chao"], ["MC-FIN-RC", "recon", "sys_self", 1]),
  person("song.yi", demoPeopleNames["song.yi"], ["MC-RSK", "head", "sys_define", 1]),
  person("peng.xue", demoPeopleNames["peng.xue"], ["MC-RSK", "risk", "sys_dept", 2]),
  person("luo.jie", demoPeopleNames["luo.jie"], ["MC-RSK", "dispute", "sys_self", 1]),
  person("fang.lan", demoPeopleNames["fang.lan"], ["MC-CS", "head", "sys_deptChild", 2]),
  person("deng.bo", demoPeopleNames["deng.bo"], ["MC-CS", "support", "sys_self", 1]),
];

/** A notice of the demonstration: how many days ago it was published, or nothing for a draft. */
export interface NoticePlan {
  readonly title: LocalizedText;
  readonly content: LocalizedText;
  readonly type: 1 | 2;
  readonly daysAgo: number | undefined;
}

export const demoNotices: readonly NoticePlan[] = [
  {
    type: 2,
    daysAgo: 41,
    title: text3("Settlement over the holiday", "国庆假期结算安排", "連假期間撥款安排"),
    content: text3(
      "Banks are closed from Thursday to Wednesday. Batches of these days settle on the next working day.\nUrgent withdrawals have to reach Finance by Wednesday noon.",
      "银行自周四至下周三休市，期间批次顺延至下一营业日结算。\n紧急提现请在周三中午前提交财务部。",
      "銀行自週四至下週三休市，期間批次順延至次一營業日撥款。\n緊急提領請於週三中午前送交財務部。",
    ),
  },
  {
    type: 1,
    daysAgo: 27,
    title: text3("Second factor becomes mandatory", "二次验证即将强制启用", "兩步驟驗證即將強制啟用"),
    content: text3(
      "From the first of next month every account with refund or withdrawal rights signs in with a second factor. Set up an authenticator app or a passkey in your profile.",
      "自下月 1 日起，拥有退款或提现权限的账号须使用二次验证登录。请在个人中心绑定验证器应用或通行密钥。",
      "自下月 1 日起，具有退款或提領權限的帳號須使用兩步驟驗證登入。請至個人中心綁定驗證器應用程式或通行金鑰。",
    ),
  },
  {
    type: 1,
    daysAgo: 12,
    title: text3("Dispute evidence: new deadline", "拒付举证时限调整", "爭議款舉證期限調整"),
    content: text3(
      "The card schemes shorten the time for evidence to 20 days. Disputes that are due within five days now stand on top of the list.",
      "卡组织将举证时限缩短为 20 天。五天内到期的拒付将置顶显示。",
      "卡組織將舉證期限縮短為 20 天。五天內到期的爭議款將置頂顯示。",
    ),
  },
  {
    type: 2,
    daysAgo: 5,
    title: text3("Maintenance on Sunday night", "周日夜间系统维护", "週日夜間系統維護"),
    content: text3(
      "On Sunday from 02:00 to 03:00 the console is read-only. Payments are not affected.",
      "周日 02:00 至 03:00 管理后台仅可查询，交易不受影响。",
      "週日 02:00 至 03:00 管理後台僅供查詢，交易不受影響。",
    ),
  },
  {
    type: 1,
    daysAgo: 1,
    title: text3("Monthly reconciliation is open", "本月对账已开放", "本月對帳已開放"),
    content: text3(
      "Please confirm the differences of your region by Friday. Questions go to the reconciliation team.",
      "请各大区在周五前确认差异，如有疑问请联系对账组。",
      "請各區於週五前確認差異，如有疑問請洽對帳組。",
    ),
  },
  {
    type: 1,
    daysAgo: undefined,
    title: text3("New refund reasons", "退款原因调整", "退款原因調整"),
    content: text3(
      "The list of refund reasons gains “duplicate order” and “price adjustment”.",
      "退款原因将新增“重复下单”和“价格调整”。",
      "退款原因將新增「重複下單」與「價格調整」。",
    ),
  },
];

export const demoEntries: readonly { readonly content: LocalizedText; readonly start: string; readonly end: string }[] =
  [
    { start: "09:30", end: "10:00", content: text3("Morning stand-up with risk", "风控晨会", "風控晨會") },
    { start: "10:30", end: "11:30", content: text3("Review of disputed orders", "拒付订单复核", "爭議款訂單複核") },
    { start: "14:00", end: "15:00", content: text3("Settlement batch check", "结算批次核对", "撥款批次核對") },
    {
      start: "15:30",
      end: "16:30",
      content: text3("Call with the acquirer", "与收单行电话会议", "與收單銀行電話會議"),
    },
    {
      start: "16:00",
      end: "16:30",
      content: text3("Follow up overdue proofs", "跟进逾期举证材料", "跟催逾期舉證資料"),
    },
    { start: "17:00", end: "17:30", content: text3("Weekly report", "提交周报", "繳交週報") },
  ];

/** Where the demonstration's people sign in from. The addresses belong to nobody: they are kept for documents (RFC 5737). */
export const demoPlaces: readonly {
  readonly org: string;
  readonly ip: string;
  readonly place: LocalizedText;
  readonly longitude: number;
  readonly latitude: number;
}[] = [
  {
    org: "MC-EA-TP",
    ip: "198.51.100.",
    place: text3("Taiwan, Taipei", "台湾 台北", "臺灣 臺北"),
    longitude: 121.56,
    latitude: 25.03,
  },
  {
    org: "MC-EU-LN",
    ip: "203.0.113.",
    place: text3("United Kingdom, London", "英国 伦敦", "英國 倫敦"),
    longitude: -0.12,
    latitude: 51.5,
  },
  {
    org: "MC-EU-BE",
    ip: "203.0.113.",
    place: text3("Germany, Berlin", "德国 柏林", "德國 柏林"),
    longitude: 13.4,
    latitude: 52.52,
  },
  {
    org: "MC",
    ip: "192.0.2.",
    place: text3("China, Shanghai", "中国 上海", "中國 上海"),
    longitude: 121.47,
    latitude: 31.23,
  },
];

export const demoDevices: readonly (readonly [browser: string, os: string])[] = [
  ["Chrome 148", "Windows 11"],
  ["Edge 148", "Windows 11"],
  ["Safari 26", "macOS 26"],
  ["Chrome 148", "macOS 26"],
  ["Firefox 152", "Ubuntu"],
  ["Safari 26", "iOS 26"],
  ["Chrome 148", "Android 16"],
];
