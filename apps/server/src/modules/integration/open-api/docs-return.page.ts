import { returnSample } from "@countinghouse/contract/integration/open-api/samples.ts";
import { signedReturn } from "@countinghouse/contract/integration/open-api/signed-return.ts";
import { type Locale, text3 } from "@countinghouse/contract/kit/locale.ts";
import { html, type Markup } from "../../../platform/http/html.ts";
import { sampleTabs } from "./docs-tabs.page.ts";

export const returnHeading = text3("When the payer comes back", "付款人返回时", "付款人返回時");

const words = {
  about: text3(
    "The payment page leads back to returnUrl by itself, a few seconds after the payment was taken in; a cancelled order leads to cancelUrl, or to returnUrl where there is none. It adds these parameters to the address. Show the payer what status says; before you deliver, wait for the webhook or read the order.",
    "付款受理几秒后，支付页自动返回 returnUrl；订单取消时返回 cancelUrl，未设置则返回 returnUrl。返回地址带有以下参数。请按 status 向付款人显示结果；发货前请以 Webhook 或订单查询为准。",
    "付款受理幾秒後，付款頁會自動返回 returnUrl；訂單取消時返回 cancelUrl，未設定則返回 returnUrl。返回網址帶有以下參數。請依 status 向付款人顯示結果；出貨前請以 Webhook 或訂單查詢為準。",
  ),
  orderNo: text3("Our number of the order", "平台订单号", "平台訂單編號"),
  merchantOrderNo: text3("Yours", "您的订单号", "您的訂單編號"),
  status: text3("Status of the order at that moment", "返回时的订单状态", "返回時的訂單狀態"),
  timestamp: text3(
    "That moment, in seconds since 1970",
    "返回时间，自 1970 年起的秒数",
    "返回時間，自 1970 年起的秒數",
  ),
  signature: text3(
    "Hex HMAC-SHA256 of the four parameters before it, with the secret of your app",
    "用应用密钥对前四个参数计算的十六进制 HMAC-SHA256",
    "以應用程式金鑰對前四個參數計算的十六進位 HMAC-SHA256",
  ),
  how: text3(
    "Sign merchantOrderNo, orderNo, status and timestamp in this order, each as name=value with the value percent-encoded as RFC 3986 says, joined by “&”: they stand so in the address. Compare in constant time and refuse what is older than five minutes. Parameters of your own stay and are not covered. An app without a secret gets the two numbers alone.",
    "按 merchantOrderNo、orderNo、status、timestamp 的顺序，各写成 name=value（值按 RFC 3986 百分号编码），以 & 连接后签名；返回地址中即为此形式。请用恒定时间比较，并拒绝超过五分钟的返回。您自带的参数会保留，但不在签名之内。应用没有密钥时只带两个订单号。",
    "依 merchantOrderNo、orderNo、status、timestamp 的順序，各寫成 name=value（值依 RFC 3986 百分號編碼），以 & 連接後簽章；返回網址中即為此形式。請以固定時間比較，並拒絕超過五分鐘的返回。您自帶的參數會保留，但不在簽章之內。應用程式沒有金鑰時只帶兩個訂單編號。",
  ),
  vector: text3(
    "To try your check with: this address is signed with the secret {secret}. It is old, so allow any age.",
    "可用于检验您的实现：此地址以密钥 {secret} 签名；因时间久远，请放宽时间限制。",
    "可用於檢驗您的實作：此網址以金鑰 {secret} 簽章；因時間久遠，請放寬時間限制。",
  ),
  parameter: text3("Parameter", "参数", "參數"),
  meaning: text3("Meaning", "说明", "說明"),
} as const;

const parameters = ["orderNo", "merchantOrderNo", "status", "timestamp", "signature"] as const;

/** Parameters of the payer's return URL, and how a shop verifies them. */
export function returnSection(locale: Locale, base: string): Markup {
  const { secret, target, at, signature, ...told } = returnSample;
  const [before = "", after = ""] = words.vector[locale].split("{secret}");
  const address = signedReturn(target, told, { timestamp: String(Date.parse(at) / 1000), signature });
  return html`<section id="return"><h2>${returnHeading[locale]}</h2><p>${words.about[locale]}</p>
<div class="wide"><table><tr><th>${words.parameter[locale]}<th>${words.meaning[locale]}${parameters.map((name) => html`<tr><td><code>${name}</code><td>${words[name][locale]}`)}</table></div>
<p>${words.how[locale]}</p>${sampleTabs({ name: "return", textOf: ({ back }) => back, base }, locale)}
<p>${before}<code>${secret}</code>${after}</p><pre tabindex="0">${address}</pre></section>`;
}
