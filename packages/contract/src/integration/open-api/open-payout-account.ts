import { z } from "zod";
import { HolderType, VerifyStatus } from "../../funds/payout-account/payout-account-enumerations.ts";
import { SwitchStatus } from "../../payment-enumerations.ts";
import { describedAs, instant, listedText, namedSchema, OpenCurrency, OpenMode, valuesOf } from "./open-fields.ts";

/** An account of the merchant's that its balance is taken out to. It is added and changed in the console alone. */
export const OpenPayoutAccount = z.object({
  id: describedAs(z.string(), "Send it as `payoutAccountId`", "作为 payoutAccountId 传入", "作為 payoutAccountId 傳入"),
  mode: OpenMode,
  currency: OpenCurrency,
  country: describedAs(z.string(), "Country of the bank", "开户行所在国家或地区", "開戶銀行所在國家或地區"),
  holderType: describedAs(
    listedText("AccountHolderType", valuesOf(HolderType), "Who holds an account", "账户户主类型", "帳戶戶名類型"),
    "Who holds it",
    "户主类型",
    "戶名類型",
  ),
  holderName: describedAs(z.string(), "Its holder", "户名", "戶名"),
  bankName: describedAs(z.string(), "Bank", "开户银行", "開戶銀行"),
  swift: describedAs(z.string().nullable(), "SWIFT/BIC", "SWIFT/BIC", "SWIFT/BIC"),
  last4: describedAs(z.string(), "End of its number", "账号末四位", "帳號末四碼"),
  isDefault: describedAs(
    z.boolean(),
    "Offered first in its currency",
    "是否为该币种的默认账户",
    "是否為該幣別的預設帳戶",
  ),
  status: describedAs(
    listedText("AccountStatus", valuesOf(SwitchStatus), "Whether an account is in use", "账户是否启用", "帳戶是否啟用"),
    "Whether it is in use",
    "启用状态",
    "啟用狀態",
  ),
  verifyStatus: describedAs(
    listedText(
      "AccountVerification",
      valuesOf(VerifyStatus),
      "Whether we made sure whose account it is; only to a verified one is paid",
      "账户核验状态；仅向已核验账户付款",
      "帳戶驗證狀態；僅對已驗證帳戶撥款",
    ),
    "Whether we made sure that it is yours",
    "核验状态",
    "驗證狀態",
  ),
  usableFrom: instant(
    "From when money may be sent to it, once it is verified: a day after it was changed",
    "核验后可付款的起始时间：变更满一天",
    "驗證後可撥款的起始時間：變更滿一天",
  ),
  createTime: instant("When it was added", "添加时间", "新增時間"),
});
namedSchema("PayoutAccount", OpenPayoutAccount, "An account of yours that we pay to", "您的收款账户", "您的收款帳戶");
export type OpenPayoutAccountView = z.input<typeof OpenPayoutAccount>;
