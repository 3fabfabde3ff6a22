import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** Whose account it is: a merchant's, to which is paid, or ours, from which is paid. */
export const PayoutAccountKind = defineEnumeration(
  "PayoutAccountKindEnum",
  text3("Kind of account", "账户类别", "帳戶類別"),
  {
    Beneficiary: ["beneficiary", text3("Merchant’s account", "收款账户", "收款帳戶"), "info"],
    Funding: ["funding", text3("Our account", "付款账户", "付款帳戶"), "accent"],
  },
);

/** Who holds an account. */
export const HolderType = defineEnumeration("HolderTypeEnum", text3("Holder", "户主类型", "戶名類型"), {
  Company: ["company", text3("Company", "公司", "公司"), "neutral"],
  Individual: ["individual", text3("Individual", "个人", "個人"), "neutral"],
});

/** What kind of number an account is known by. */
export const AccountNumberKind = defineEnumeration(
  "AccountNumberKindEnum",
  text3("Kind of number", "账号类型", "帳號類型"),
  {
    Iban: ["iban", text3("IBAN", "IBAN", "IBAN"), "neutral"],
    AccountNo: ["account_no", text3("Account number", "银行账号", "銀行帳號"), "neutral"],
  },
);

/** Whether somebody made sure that an account is its holder's. */
export const VerifyStatus = defineEnumeration(
  "PayoutAccountVerifyEnum",
  text3("Verification", "核验状态", "驗證狀態"),
  {
    Unverified: ["unverified", text3("Money came back", "已退汇，待重新核验", "已退匯，待重新驗證"), "danger", "half"],
    Pending: ["pending", text3("To be verified", "待核验", "待驗證"), "warning", "half"],
    Verified: ["verified", text3("Verified", "已核验", "已驗證"), "success"],
    Failed: ["failed", text3("Not accepted", "核验未通过", "驗證未通過"), "danger"],
  },
);

/** What a provider says of the name that an account is said to be of. */
export const AccountCheck = defineEnumeration(
  "AccountCheckEnum",
  text3("Provider’s check", "付款方核验", "付款方驗證"),
  {
    Match: ["match", text3("Name matches", "户名相符", "戶名相符"), "success"],
    Mismatch: ["mismatch", text3("Another name", "户名不符", "戶名不符"), "danger"],
    Unknown: ["unknown", text3("Could not tell", "无法核验", "無法驗證"), "neutral", "hollow"],
  },
);

/** Every enumeration of accounts for money out. */
export const payoutAccountEnumerations = [
  PayoutAccountKind,
  HolderType,
  AccountNumberKind,
  VerifyStatus,
  AccountCheck,
] as const;
