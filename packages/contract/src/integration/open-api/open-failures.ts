import { DeclineCode } from "../../decline-codes.ts";
import { type LocalizedText, text3 } from "../../kit/locale.ts";
import { listedText } from "./open-fields.ts";

/** Why a payment was not made where no issuer or gateway said so, but we did. */
export const ownFailureCodes = {
  amount_not_representable: text3(
    "The gateway cannot take this amount in this currency",
    "网关无法受理该币种的此金额",
    "閘道無法受理此幣別的此金額",
  ),
  authorization_expired: text3(
    "The authorisation ran out before it was captured",
    "授权在请款前已过期",
    "授權於請款前已到期",
  ),
  timeout_not_found: text3(
    "The gateway did not answer, and knows no such payment",
    "网关未应答，且查无此支付",
    "閘道未回應，且查無此付款",
  ),
  risk_rejected: text3("Rejected by a review", "审核未通过", "審核未通過"),
  amount_mismatch: text3(
    "The gateway took another amount than was asked for: it is held for the payer",
    "网关扣款金额与请求不符，款项已为付款人暂存",
    "閘道扣款金額與請求不符，款項已為付款人暫存",
  ),
  duplicate_payment: text3(
    "The order was paid already: what is reserved or taken beside it goes back to the payer",
    "订单已支付，多余的授权或扣款将退回付款人",
    "訂單已付款，多餘的授權或扣款將退回付款人",
  ),
} as const satisfies Readonly<Record<string, LocalizedText>>;

/** Every failure code, with what it means. */
export const failureTexts: readonly { readonly code: string; readonly text: LocalizedText }[] = [
  ...DeclineCode.members.map(({ value, text }) => ({ code: value, text })),
  ...Object.entries(ownFailureCodes).map(([code, text]) => ({ code, text })),
];

/** Why a payment or a capture failed. */
export const OpenFailureCode = listedText(
  "FailureCode",
  failureTexts.map(({ code }) => code),
  "Why a payment failed; the guide says of each what to do next",
  "支付失败原因，各代码的后续处理见接入指南",
  "付款失敗原因，各代碼的後續處理見串接指南",
);
