import { defineEnumeration, type ValueOf } from "./kit/enumeration.ts";
import { text3 } from "./kit/locale.ts";

/** Whether a record is in use. */
export const Status = defineEnumeration("StatusEnum", text3("Status", "状态", "狀態"), {
  Enable: [1, text3("Enabled", "启用", "啟用"), "success"],
  Disable: [2, text3("Disabled", "停用", "停用"), "neutral", "hollow"],
});

export const YesNo = defineEnumeration("YesNoEnum", text3("Yes or no", "是否", "是否"), {
  Y: [1, text3("Yes", "是", "是"), "success"],
  N: [2, text3("No", "否", "否"), "neutral", "hollow"],
});

/** Rank of an account; a higher number outranks a lower one. */
export const AccountType = defineEnumeration("AccountTypeEnum", text3("Account type", "账号类型", "帳號類型"), {
  SuperAdmin: [999, text3("Platform administrator", "超级管理员", "超級管理員"), "danger"],
  SysAdmin: [888, text3("Tenant administrator", "租户管理员", "租戶管理員"), "warning"],
  NormalUser: [777, text3("Operator", "普通账号", "一般帳號"), "info"],
  Member: [666, text3("Merchant user", "商户人员", "特店人員"), "neutral"],
});
export type AccountType = ValueOf<typeof AccountType>;

/** Which rows a role lets its holders see. */
export const DataScope = defineEnumeration("DataScopeEnum", text3("Data scope", "数据范围", "資料範圍"), {
  All: [1, text3("All data", "全部数据", "全部資料"), "warning"],
  DeptChild: [2, text3("Own organisation and below", "本机构及以下", "本機構及以下"), "info"],
  Dept: [3, text3("Own organisation", "本机构", "本機構"), "info"],
  Self: [4, text3("Own records only", "仅本人", "僅本人"), "neutral"],
  Define: [5, text3("Chosen organisations", "自定义机构", "自訂機構"), "accent"],
});

export const MenuType = defineEnumeration("MenuTypeEnum", text3("Menu type", "菜单类型", "選單類型"), {
  Dir: [1, text3("Directory", "目录", "目錄"), "neutral"],
  Menu: [2, text3("Page", "菜单", "選單"), "info"],
  Btn: [3, text3("Button", "按钮", "按鈕"), "accent"],
});

export const Gender = defineEnumeration("GenderEnum", text3("Gender", "性别", "性別"), {
  Unknown: [0, text3("Unknown", "未知", "未知")],
  Male: [1, text3("Male", "男", "男")],
  Female: [2, text3("Female", "女", "女")],
  Unspecified: [9, text3("Not specified", "未说明", "未說明")],
});

export const FinishStatus = defineEnumeration("FinishStatusEnum", text3("Completion", "完成状态", "完成狀態"), {
  UnFinish: [0, text3("Open", "未完成", "未完成"), "info"],
  Finish: [1, text3("Done", "已完成", "已完成"), "success"],
});

export const NoticeType = defineEnumeration("NoticeTypeEnum", text3("Notice type", "通知类型", "通知類型"), {
  NOTICE: [1, text3("Notice", "通知", "通知"), "info"],
  ANNOUNCEMENT: [2, text3("Announcement", "公告", "公告"), "accent"],
});

export const NoticeStatus = defineEnumeration("NoticeStatusEnum", text3("Notice status", "通知状态", "通知狀態"), {
  DRAFT: [0, text3("Draft", "草稿", "草稿"), "neutral"],
  PUBLIC: [1, text3("Published", "已发布", "已發布"), "success"],
  CANCEL: [2, text3("Withdrawn", "已撤回", "已撤回"), "neutral", "hollow"],
  DELETED: [3, text3("Deleted", "已删除", "已刪除"), "neutral", "hollow"],
});

export const NoticeUserStatus = defineEnumeration("NoticeUserStatusEnum", text3("Read state", "阅读状态", "閱讀狀態"), {
  UNREAD: [0, text3("Unread", "未读", "未讀"), "warning"],
  READ: [1, text3("Read", "已读", "已讀"), "neutral"],
});

export const LoginType = defineEnumeration("LoginTypeEnum", text3("Visit type", "访问类型", "造訪類型"), {
  Login: [1, text3("Sign-in", "登录", "登入"), "info"],
  Logout: [2, text3("Sign-out", "退出", "登出"), "neutral"],
  Register: [3, text3("Registration", "注册", "註冊"), "accent"],
});

/** Kind of identity document. */
export const CardType = defineEnumeration("CardTypeEnum", text3("Identity document", "证件类型", "證件類型"), {
  IdCard: [0, text3("Identity card", "居民身份证", "身分證")],
  PassportCard: [1, text3("Passport", "护照", "護照")],
  BirthCard: [2, text3("Birth certificate", "出生证明", "出生證明")],
  GatCard: [3, text3("Hong Kong, Macau or Taiwan permit", "港澳台通行证", "港澳臺通行證")],
  ForeignCard: [4, text3("Residence permit", "外国人居留证", "外僑居留證")],
  License: [5, text3("Business licence", "营业执照", "營業登記證")],
});

/** Highest education finished. */
export const CultureLevel = defineEnumeration("CultureLevelEnum", text3("Education", "文化程度", "教育程度"), {
  Level0: [0, text3("Other", "其他", "其他")],
  Level1: [1, text3("None", "未受正规教育", "未受正規教育")],
  Level2: [2, text3("Primary school", "小学", "國小")],
  Level3: [3, text3("Junior middle school", "初中", "國中")],
  Level4: [4, text3("Senior high school", "普通高中", "高中")],
  Level5: [5, text3("Technical school", "技工学校", "技工學校")],
  Level6: [6, text3("Vocational education", "职业教育", "職業教育")],
  Level7: [7, text3("Vocational high school", "职业高中", "高職")],
  Level8: [8, text3("Secondary specialised school", "中等专科", "中等專科")],
  Level9: [9, text3("Junior college", "大学专科", "專科")],
  Level10: [10, text3("Bachelor", "大学本科", "學士")],
  Level11: [11, text3("Master", "硕士研究生", "碩士")],
  Level12: [12, text3("Doctor", "博士研究生", "博士")],
});

/** Enumerations of the system area, of which nearly every page uses one: kept apart from those of payments. */
export const systemEnumerations = [
  Status,
  YesNo,
  AccountType,
  DataScope,
  MenuType,
  Gender,
  FinishStatus,
  NoticeType,
  NoticeStatus,
  NoticeUserStatus,
  LoginType,
  CardType,
  CultureLevel,
] as const;
