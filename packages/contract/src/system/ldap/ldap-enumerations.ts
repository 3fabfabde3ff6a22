import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** How a connection to a directory is protected; one without protection does not exist. */
export const LdapTls = defineEnumeration("LdapTlsEnum", text3("Protection", "连接加密", "連線加密"), {
  Ldaps: ["ldaps", text3("LDAPS", "LDAPS", "LDAPS"), "success"],
  StartTls: ["starttls", text3("StartTLS", "StartTLS", "StartTLS"), "info"],
});

/** How often a directory is read without anybody asking. */
export const LdapSchedule = defineEnumeration("LdapScheduleEnum", text3("Synchronisation", "自动同步", "自動同步"), {
  Off: ["off", text3("By hand only", "仅手动", "僅手動"), "neutral", "hollow"],
  Hourly: ["hourly", text3("Every hour", "每小时", "每小時"), "info"],
  Daily: ["daily", text3("Every day", "每天", "每日"), "info"],
});

/** What is read from a directory. */
export const LdapKind = defineEnumeration("LdapKindEnum", text3("Read", "同步内容", "同步內容"), {
  Users: ["users", text3("People", "人员", "人員"), "info"],
  Orgs: ["orgs", text3("Organisations", "机构", "機構"), "accent"],
});

/** What becomes of an entry, or of somebody whose entry is gone. Nothing is ever deleted. */
export const LdapAction = defineEnumeration("LdapActionEnum", text3("Change", "变更", "異動"), {
  Add: ["add", text3("Added", "新增", "新增"), "success"],
  Link: ["link", text3("Linked", "关联", "連結"), "accent"],
  Change: ["change", text3("Changed", "更新", "更新"), "info"],
  Disable: ["disable", text3("Disabled", "停用", "停用"), "warning"],
  Skip: ["skip", text3("Left out", "跳过", "略過"), "neutral", "hollow"],
});

/** What became of asking a directory. */
export const LdapVerdict = defineEnumeration("LdapVerdictEnum", text3("Directory", "目录连接", "目錄連線"), {
  Ok: ["ok", text3("Works", "正常", "正常"), "success"],
  Running: ["running", text3("Running", "进行中", "進行中"), "progress", "turning"],
  AddressRefused: ["address_refused", text3("Address not allowed", "地址不允许访问", "位址不允許連線"), "danger"],
  NameUnknown: ["name_unknown", text3("Host not found", "找不到主机", "找不到主機"), "danger"],
  Unreachable: ["unreachable", text3("Cannot be reached", "无法连接", "無法連線"), "danger"],
  Silent: ["silent", text3("No answer in time", "应答超时", "回應逾時"), "danger"],
  Certificate: ["certificate_refused", text3("Certificate not trusted", "证书不受信任", "憑證不受信任"), "danger"],
  StartTls: ["starttls_refused", text3("StartTLS refused", "拒绝 StartTLS", "拒絕 StartTLS"), "danger"],
  Credentials: ["credentials_refused", text3("Sign-in refused", "绑定被拒绝", "綁定遭拒"), "danger"],
  BaseMissing: ["base_missing", text3("No such base", "搜索起点不存在", "搜尋起點不存在"), "danger"],
  NotPermitted: ["not_permitted", text3("No right to read", "无读取权限", "無讀取權限"), "danger"],
  FilterRefused: ["filter_refused", text3("Filter refused", "过滤条件被拒绝", "篩選條件遭拒"), "danger"],
  AnswerCut: ["answer_cut", text3("Answer cut off", "结果被截断", "結果遭截斷"), "danger"],
  Nobody: ["nobody", text3("Nothing found", "未找到条目", "查無項目"), "warning"],
  CodeMissing: ["code_missing", text3("Entry without a code", "条目缺少标识", "項目缺少識別碼"), "danger"],
  Ambiguous: ["ambiguous", text3("Entries not told apart", "条目无法区分", "項目無法區分"), "danger"],
  TooManyGone: ["too_many_gone", text3("Too many gone", "离开人数过多", "離開人數過多"), "warning"],
  Moved: ["moved", text3("Changed since the preview", "与预览不一致", "與預覽不一致"), "warning"],
  Unexpected: ["unexpected", text3("Unexpected answer", "返回异常", "回應異常"), "danger"],
});

/** Why an entry, or somebody, is left out. */
export const LdapSkip = defineEnumeration("LdapSkipEnum", text3("Reason", "跳过原因", "略過原因"), {
  AccountMissing: ["account_missing", text3("The entry has no account name", "条目没有账号", "項目沒有帳號")],
  AccountUnfit: [
    "account_unfit",
    text3(
      "The account name has other characters than letters, digits and . _ @ -, or more than 32",
      "账号含有字母、数字和 . _ @ - 以外的字符，或超过 32 个字符",
      "帳號含有字母、數字與 . _ @ - 以外的字元，或超過 32 個字元",
    ),
  ],
  AccountTaken: [
    "account_taken",
    text3(
      "Somebody else has this account here; link them by hand if it is the same person",
      "该账号已被占用；若为同一人，请在账号中手动填写域账号",
      "該帳號已被使用；若為同一人，請在帳號中手動填寫網域帳號",
    ),
  ],
  Administrator: [
    "administrator",
    text3(
      "Administrators are linked and disabled by people only",
      "管理员只能由人工关联和停用",
      "管理員僅能由人工連結與停用",
    ),
  ],
  OfMerchant: ["of_merchant", text3("Signs in for a merchant", "商户人员账号", "特店人員帳號")],
  LinkedOtherwise: [
    "linked_otherwise",
    text3("Is linked to another entry already", "已关联其他目录条目", "已連結其他目錄項目"),
  ],
  NotAdded: [
    "not_added",
    text3(
      "Has no account here, and none is added",
      "本系统没有该账号，且未开启自动新增",
      "本系統沒有該帳號，且未開啟自動新增",
    ),
  ],
  StaysDisabled: [
    "stays_disabled",
    text3(
      "Is disabled here, and is enabled by people only",
      "在本系统中已停用，只能由人工启用",
      "在本系統中已停用，僅能由人工啟用",
    ),
  ],
  NameMissing: ["name_missing", text3("The entry has no name", "条目没有名称", "項目沒有名稱")],
  RootStays: ["root_stays", text3("Is the root of its tenant", "租户根机构保持不变", "租戶根機構維持不變")],
});

/** Every enumeration of directories; each becomes a dictionary of the same name. */
export const ldapEnumerations = [LdapTls, LdapSchedule, LdapKind, LdapAction, LdapVerdict, LdapSkip] as const;
