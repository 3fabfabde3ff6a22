import { catalogue } from "@countinghouse/contract/kit/locale.ts";

/** Words of the pages of accounts that the server never says. */
export const payoutAccountScreenMessages = catalogue(
  {
    rests:
      "Somebody else verifies the account, and no money is sent to it for 24 hours. The number is kept encrypted; to keep the one there is, leave both fields empty.",
    verifyHint: "Compare holder, bank and number with what was shown for it, such as a bank letter.",
    nameDiffers: "The holder’s name is not the merchant’s legal name. Make sure why before you verify it.",
  },
  {
    rests: "账户须由他人核验，且 24 小时内不会向其付款。账号加密保存；如沿用原账号，请将两个账号栏留空。",
    verifyHint: "请将户名、银行和账号与银行证明等材料核对。",
    nameDiffers: "户名与商户法定名称不一致，请查明原因后再核验。",
  },
  {
    rests: "帳戶須由他人驗證，且 24 小時內不會對其撥款。帳號加密保存；如沿用原帳號，請將兩個帳號欄留空。",
    verifyHint: "請將戶名、銀行與帳號和銀行證明等文件核對。",
    nameDiffers: "戶名與特店登記名稱不一致，請查明原因後再驗證。",
  },
);
