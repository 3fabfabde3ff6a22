import { eventSample } from "@countinghouse/contract/integration/open-api/event-samples.ts";
import { openErrorList, statusesOf } from "@countinghouse/contract/integration/open-api/open-errors.ts";
import { eventTexts } from "@countinghouse/contract/integration/open-api/open-events.ts";
import type { OpenErrorView } from "@countinghouse/contract/integration/open-api/open-refusals.ts";
import { testCards } from "@countinghouse/contract/integration/open-api/test-cards.ts";
import { eventTypes } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { type Locale, text3 } from "@countinghouse/contract/kit/locale.ts";
import { webhookWaitsSeconds } from "@countinghouse/money/retry-schedule.ts";
import { html, type Markup } from "../../../platform/http/html.ts";
import {
  factHeadings,
  failureSection,
  keptAbout,
  limitSection,
  startSection,
  statusSection,
  timeoutsAbout,
} from "./docs-facts.page.ts";
import { docsFrame } from "./docs-frame.page.ts";
import { returnHeading, returnSection } from "./docs-return.page.ts";
import { sampleTabs } from "./docs-tabs.page.ts";
import { eventHeaders } from "./open-documents.service.ts";

const words = {
  title: text3("Integration guide", "接入指南", "串接指南"),
  calls: text3("All calls", "全部接口", "全部介面"),
  signing: text3("Sign a request", "请求签名", "請求簽章"),
  signingAbout: text3(
    "Join six lines by line feeds: the method in capitals; the path without its query; the query sorted by name, then by value, percent-encoded as RFC 3986 says; X-Timestamp, in seconds; X-Nonce, new for each request; the hex SHA-256 of the body's bytes, of no bytes where there is no body. X-Signature is the hex HMAC-SHA256 of that text with your secret. Sign the very bytes you send. The function call of the quick start does all of this.",
    "将六行以换行符连接：大写的方法；不含查询串的路径；按名称、再按值排序并按 RFC 3986 编码的查询串；以秒为单位的 X-Timestamp；每个请求都不同的 X-Nonce；请求体字节的十六进制 SHA-256，无请求体时对空字节计算。X-Signature 为用您的密钥对该文本计算的十六进制 HMAC-SHA256。所签即所发，字节须完全一致。快速开始中的 call 函数即按此实现。",
    "將六行以換行字元連接：大寫的方法；不含查詢字串的路徑；依名稱、再依值排序並依 RFC 3986 編碼的查詢字串；以秒為單位的 X-Timestamp；每個請求都不同的 X-Nonce；請求內容位元組的十六進位 SHA-256，沒有內容時以空位元組計算。X-Signature 是以您的金鑰對該文字計算的十六進位 HMAC-SHA256。所簽即所送，位元組須完全一致。快速開始中的 call 函式即依此實作。",
  ),
  again: text3("Send again safely", "安全重发", "安全重送"),
  againAbout: text3(
    "Every POST that moves money carries an Idempotency-Key: one for each intention, such as the number of the order you want to be paid. It is an argument of call, so that you keep it until you have an answer. After a time-out, a 5xx, a 408 or a 429, send the request again with the same key and body: within five minutes as it was, byte for byte, or at any time with a new nonce and signature. It is done once, and you are shown what became of it.",
    "涉及资金的 POST 都须携带 Idempotency-Key：每个意图一个，例如待支付订单的编号。它是 call 的参数，在得到响应前由您保存。遇到超时、5xx、408 或 429 时，以同一键、同一请求体重发：五分钟内可原样逐字节重发，也可随时用新的 nonce 重新签名。操作只执行一次，并返回其结果。",
    "涉及款項的 POST 都須附上 Idempotency-Key：每個意圖一個，例如待付款訂單的編號。它是 call 的參數，在得到回應前由您保存。遇到逾時、5xx、408 或 429 時，以同一鍵、同一內容重送：五分鐘內可逐位元組原樣重送，亦可隨時以新的 nonce 重新簽章。操作只執行一次，並傳回其結果。",
  ),
  webhooks: text3("Webhooks", "Webhook", "Webhook"),
  webhooksAbout: text3(
    "Events are sent by POST as JSON to your endpoints, and to the notifyUrl of an order. Answer 2xx within the time-out, and do the work afterwards. Anything else is tried again; 410 ends it. An event may come twice: keep its id. Events of one object carry objectSeq: ignore a lower one than you have seen.",
    "事件以 JSON 通过 POST 发送到您的 Webhook 端点，以及订单的 notifyUrl。请在超时前返回 2xx，再做后续处理。其他结果会重试；返回 410 则不再发送。同一事件可能重复到达，请记录 id。同一对象的事件带有 objectSeq，小于已处理值的请忽略。",
    "事件以 JSON 透過 POST 傳送到您的 Webhook 端點，以及訂單的 notifyUrl。請在逾時前回應 2xx，再進行後續處理。其他結果會重試；回應 410 則不再傳送。同一事件可能重複到達，請記錄 id。同一物件的事件帶有 objectSeq，小於已處理值的請略過。",
  ),
  waits: text3("Waits before each try, in seconds", "各次发送前的等待秒数", "各次傳送前的等待秒數"),
  verify: text3("Check the signature", "验证签名", "驗證簽章"),
  verifyAbout: text3(
    "X-Webhook-Signature is “t=seconds,v1=sum”. The sum is the hex HMAC-SHA256 of the seconds, a point and the body as it came, with the endpoint's secret; for a notifyUrl with the app's. While secrets are being replaced there is a sum for each that still counts, more than two after several replacements: one that fits is enough. Refuse what is older than five minutes.",
    "X-Webhook-Signature 的格式为 t=秒数,v1=摘要。摘要是用 Webhook 端点的密钥，对“秒数.请求体原文”计算的十六进制 HMAC-SHA256；notifyUrl 则使用应用密钥。更换密钥期间，每个仍有效的密钥各有一个摘要，多次更换时会多于两个，任一相符即可。请拒绝超过五分钟的通知。",
    "X-Webhook-Signature 的格式為 t=秒數,v1=摘要。摘要是以端點的金鑰，對「秒數.請求內容原文」計算的十六進位 HMAC-SHA256；notifyUrl 則使用應用程式金鑰。更換金鑰期間，每個仍有效的金鑰各有一個摘要，多次更換時會多於兩個，任一相符即可。請拒絕超過五分鐘的通知。",
  ),
  payouts: text3("Take money out", "出款", "出款"),
  payoutsAbout: text3(
    "A key may take money out only where payouts:write is among its scopes by name, and only to accounts that were added and verified in the console. List them; where one is in another currency, hold a rate first. Ask for the withdrawal with an Idempotency-Key and follow its cashout events. Third parties are paid by payout orders, which take payout_orders:write: read what the country needs of a beneficiary, send it with a number of your own, and follow the payout_order events. Paid is not always the last word: a bank may send the money back days later, which cashout.returned and payout_order.returned tell.",
    "密钥须明确勾选 payouts:write 才能出款，且只能付至在控制台添加并核验的收款账户。先查询账户；币种不同时先锁定汇率。携带 Idempotency-Key 申请提现，并以 cashout 事件跟踪。向第三方付款使用代付，须勾选 payout_orders:write：先查询该国家或地区的收款人要求，以自己的单号提交，并以 payout_order 事件跟踪。paid 未必是最终结果：银行可能数日后退汇，以 cashout.returned 与 payout_order.returned 通知。",
    "金鑰須明確勾選 payouts:write 才能出款，且只能撥至在主控台新增並驗證的收款帳戶。先查詢帳戶；幣別不同時先鎖定匯率。附上 Idempotency-Key 申請提領，並以 cashout 事件追蹤。對第三方付款使用代付，須勾選 payout_orders:write：先查詢該國家或地區的收款人要求，以自己的單號送出，並以 payout_order 事件追蹤。paid 未必是最終結果：銀行可能數日後退匯，以 cashout.returned 與 payout_order.returned 通知。",
  ),
  headers: text3("Headers", "请求头", "標頭"),
  types: text3("Events", "事件", "事件"),
  errors: text3("Errors", "错误", "錯誤"),
  errorsAbout: text3(
    "Every error has this shape. bizCode never changes its meaning; message is in English, unless Accept-Language asks for Chinese. params says of each input what is wrong and what to send. A declined payment is no error: it is an order with a failureCode.",
    "所有错误均为此格式。bizCode 含义固定不变；message 默认为英文，可由 Accept-Language 指定中文。params 逐项说明哪个参数有误、应传什么。支付被拒不是错误，而是带有 failureCode 的订单。",
    "所有錯誤均為此格式。bizCode 含義固定不變；message 預設為英文，可由 Accept-Language 指定中文。params 逐項說明哪個參數有誤、應傳什麼。付款遭拒不是錯誤，而是帶有 failureCode 的訂單。",
  ),
  status: text3("Status", "状态码", "狀態碼"),
  meaning: text3("Meaning", "说明", "說明"),
  cards: text3("Test cards", "测试卡", "測試卡"),
  cardsAbout: text3(
    "With a test key, any expiry in the future and any security code. Live keys refuse these numbers. Never send the number of a real card with a test key. In test mode any number of refunds may go to one card in a day; in live mode the fourth waits for approval.",
    "使用测试密钥，有效期填未来任意月份，安全码任意。生产密钥拒绝这些卡号。切勿用测试密钥发送真实卡号。测试环境不限同卡当日退款笔数；生产环境中同卡当日第四笔起须人工复核。",
    "使用測試金鑰，有效期填未來任意月份，安全碼任意。正式金鑰拒絕這些卡號。切勿以測試金鑰傳送真實卡號。測試環境不限同卡當日退款筆數；正式環境中同卡當日第四筆起須人工覆核。",
  ),
  number: text3("Number", "卡号", "卡號"),
} as const;

const table = (heads: readonly string[], rows: readonly Markup[]): Markup =>
  html`<div class="wide"><table><tr>${heads.map((head) => html`<th>${head}`)}${rows}</table></div>`;

/** Signing, webhooks, errors and testing: what no single operation explains. */
export function docsGuide(locale: Locale, base: string): string {
  const all = { ...words, ...factHeadings, return: returnHeading };
  const w = (name: keyof typeof all): string => all[name][locale];
  const sections = [
    "start",
    "signing",
    "again",
    "statuses",
    "return",
    "payouts",
    "webhooks",
    "limits",
    "errors",
    "failures",
    "cards",
  ] as const;
  return docsFrame({
    locale,
    title: w("title"),
    links: html`<a href="/v1/docs?lang=${locale}">${w("calls")}</a>`,
    script: "/v1/docs/guide.js",
    list: html`<ul class="more">${sections.map((name) => html`<li><a href="#${name}">${w(name)}</a></li>`)}</ul>`,
    main: [
      startSection(locale, base),
      signingSection(w, locale),
      statusSection(locale),
      returnSection(locale, base),
      html`<section id="payouts"><h2>${w("payouts")}</h2><p>${w("payoutsAbout")}</p></section>`,
      webhookSection(w, locale, base),
      limitSection(locale),
      errorSection(w, locale),
      failureSection(locale),
      cardSection(w, locale),
    ],
  });
}

type Words = (name: keyof typeof words | keyof typeof factHeadings | "return") => string;

const signingSection = (
  w: Words,
  locale: Locale,
): Markup => html`<section id="signing"><h2>${w("signing")}</h2><p>${w("signingAbout")}</p></section>
<section id="again"><h2>${w("again")}</h2><p>${w("againAbout")}</p><p>${keptAbout(locale)}</p></section>`;

const webhookSection = (
  w: Words,
  locale: Locale,
  base: string,
): Markup => html`<section id="webhooks"><h2>${w("webhooks")}</h2><p>${w("webhooksAbout")}</p>
<pre tabindex="0" id="webhook-sample">${JSON.stringify(eventSample("order.paid"), null, 2)}</pre>
${table(
  [w("headers"), w("meaning")],
  Object.entries(eventHeaders).map(([name, text]) => html`<tr><td><code>${name}</code><td>${text[locale]}`),
)}
<p>${timeoutsAbout(locale)} ${w("waits")}: ${webhookWaitsSeconds.join(", ")}</p>
<h3>${w("verify")}</h3><p>${w("verifyAbout")}</p>
${sampleTabs({ name: "webhook", textOf: ({ webhook }) => webhook, base }, locale)}
<h3>${w("types")}</h3>${table(
  ["type", w("meaning")],
  eventTypes.map((type) => html`<tr><td><code>${type}</code><td>${eventTexts[type][locale]}`),
)}</section>`;

/** An error as callers receive it. */
const errorSample: OpenErrorView = {
  code: 400,
  bizCode: "validation_failed",
  message: "amount is 19.99. Send minor units: a whole number from 1 to 9007199254740991, such as 1999 for 19.99.",
  param: "amount",
  params: [
    {
      param: "amount",
      value: 19.99,
      message: "amount is 19.99. Send minor units: a whole number from 1 to 9007199254740991, such as 1999 for 19.99.",
    },
  ],
  requestId: "4f8c1d52-0b7e-4f0e-9a52-7a1f1f6f8b1e",
  docKey: "validation_failed",
};

function errorSection(w: Words, locale: Locale): Markup {
  const rows = openErrorList.map(
    ([name, { text }]) =>
      html`<tr id="${name}"><td>${statusesOf(name).join(", ")}<td><code>${name}</code><td>${text[locale].replaceAll("`", "")}`,
  );
  return html`<section id="errors"><h2>${w("errors")}</h2><p>${w("errorsAbout")}</p>
<pre tabindex="0">${JSON.stringify(errorSample, null, 2)}</pre>${table([w("status"), "bizCode", w("meaning")], rows)}</section>`;
}

const cardSection = (w: Words, locale: Locale): Markup =>
  html`<section id="cards"><h2>${w("cards")}</h2><p>${w("cardsAbout")}</p>${table(
    [w("number"), w("meaning")],
    testCards.map(({ number, does }) => html`<tr><td><code>${number}</code><td>${does[locale]}`),
  )}</section>`;
