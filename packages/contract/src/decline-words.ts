import type { DeclineCodeName } from "./decline-codes.ts";
import { declineRules, type OneOffAction } from "./decline-rules.ts";
import { type LocalizedText, text3 } from "./kit/locale.ts";

/** Who said no. */
export type Decliner = "issuer" | "gateway" | "platform" | "payer";

/** Declines that are about our own account at a gateway, or about how it is set up. */
const ours: readonly DeclineCodeName[] = [
  "configuration_error",
  "currency_not_supported",
  "invalid_merchant",
  "limit_on_account",
];
/** Answers of a payer's bank or wallet that no network gives a response code. */
const issuers: readonly DeclineCodeName[] = [
  "authentication_failed",
  "avs_mismatch",
  "bank_rejected",
  "wallet_balance_insufficient",
];

/** Who declined, by the code: an answer with a network's response code is the issuer's (ISO 8583 field 39). */
export function declinerOf(code: DeclineCodeName): Decliner {
  const { category, iso } = declineRules[code];
  if (ours.includes(code)) return "platform";
  if (category === "payer" || code === "authentication_abandoned") return "payer";
  return issuers.includes(code) || iso.length > 0 ? "issuer" : "gateway";
}

/** The headline of a failed payment; `{reason}` is the decline code's own word. */
export const declineHeadlines: Readonly<Record<Decliner, LocalizedText>> = {
  issuer: text3("The payer's bank declined: {reason}", "发卡行拒绝：{reason}", "發卡行拒絕：{reason}"),
  gateway: text3("The gateway declined: {reason}", "网关拒绝：{reason}", "閘道拒絕：{reason}"),
  platform: text3(
    "Our gateway account could not take it: {reason}",
    "我方网关账户无法受理：{reason}",
    "我方閘道帳戶無法受理：{reason}",
  ),
  payer: text3("The payer did not finish: {reason}", "付款人未完成支付：{reason}", "付款人未完成付款：{reason}"),
};

/** Whether trying again can help, and who can do it, by what is done next about a one-off payment. */
export const retryWords: Readonly<Record<OneOffAction, LocalizedText>> = {
  failover: text3(
    "Yes: as soon as the payer tries again. Routing has already gone over to other gateway accounts where there are any.",
    "可以：付款人重新支付即可。如有其他可用网关账户，路由已自动切换过。",
    "可以：付款人重新付款即可。如有其他可用閘道帳戶，路由已自動切換過。",
  ),
  failover_once: text3(
    "By the payer, with another card: the bank gave no reason, and routing has already tried once over another gateway account where there is one.",
    "付款人可换卡重试：发卡行未说明原因；如有其他网关账户，路由已自动改走一次。",
    "付款人可換卡重試：發卡行未說明原因；如有其他閘道帳戶，路由已自動改走一次。",
  ),
  step_up: text3(
    "Yes: with 3-D Secure. The bank wants to be sure that it is the cardholder.",
    "可以：需通过 3-D Secure，发卡行要求确认持卡人身份。",
    "可以：須通過 3-D Secure，發卡行要求確認持卡人身分。",
  ),
  fix: text3(
    "Yes, by the payer: with corrected details, another card or another method. Not by us: the same card gets the same answer.",
    "付款人可以：更正信息、换卡或换支付方式。我方重试无用：同一张卡会得到相同结果。",
    "付款人可以：更正資料、換卡或換付款方式。我方重試無用：同一張卡會得到相同結果。",
  ),
  payer_retry: text3(
    "Yes: as soon as the payer tries again.",
    "可以：付款人重新支付即可。",
    "可以：付款人重新付款即可。",
  ),
  query: text3(
    "Not yet: the gateway is asked for the outcome first, so that nothing is paid twice.",
    "暂不可以：先向网关查询结果，以免重复支付。",
    "暫不可以：先向閘道查詢結果，以免重複付款。",
  ),
  no: text3(
    "Not with this card: it will not be approved. Another card or method may be.",
    "这张卡不行：不会获批。换卡或换支付方式可能成功。",
    "這張卡不行：不會核准。換卡或換付款方式可能成功。",
  ),
  block: text3(
    "Never with this card: the issuer has blocked it. Be wary of further tries by the same payer.",
    "这张卡永远不行：发卡行已将其封锁。请留意同一付款人的后续尝试。",
    "這張卡永遠不行：發卡行已將其封鎖。請留意同一付款人的後續嘗試。",
  ),
};

const sameWay = text3(
  "Not on this order. A new one can be paid the same way.",
  "本订单不可以；新订单可用同样方式支付。",
  "本訂單不可以；新訂單可用同樣方式付款。",
);
const otherWay = text3(
  "Not on this order. A new one is best paid with another card or method.",
  "本订单不可以；新订单建议换卡或换支付方式。",
  "本訂單不可以；新訂單建議換卡或換付款方式。",
);

/** The same once the order has ended: nothing can be tried on it any more. */
export const endedRetryWords: Readonly<Record<OneOffAction, LocalizedText>> = {
  failover: sameWay,
  failover_once: otherWay,
  step_up: text3(
    "Not on this order. A new one can be paid the same way, with 3-D Secure.",
    "本订单不可以；新订单可用同样方式支付，并通过 3-D Secure。",
    "本訂單不可以；新訂單可用同樣方式付款，並通過 3-D Secure。",
  ),
  fix: otherWay,
  payer_retry: sameWay,
  query: retryWords.query,
  no: retryWords.no,
  block: retryWords.block,
};
