import { declinesCountedDays, isFinalDecline } from "@countinghouse/contract/decline-rules.ts";
import {
  timeoutSecondsElse,
  timeoutSecondsMax,
  timeoutSecondsMin,
} from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { failureTexts } from "@countinghouse/contract/integration/open-api/open-failures.ts";
import { openOrderStatuses } from "@countinghouse/contract/integration/open-api/open-order.ts";
import { quickStartSample } from "@countinghouse/contract/integration/open-api/samples.ts";
import { fill, type Locale, text3 } from "@countinghouse/contract/kit/locale.ts";
import { endedPhases, orderLifecycle } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { html, type Markup } from "../../../platform/http/html.ts";
import { boundDays, keptHours } from "../../../platform/http/idempotency.ts";
import { limitHeaders } from "./open-documents.service.ts";

/** Headings of the sections of this page, by their places in it. */
export const factHeadings = {
  start: text3("Quick start", "快速开始", "快速開始"),
  statuses: text3("How an order goes", "订单状态流转", "訂單狀態流程"),
  limits: text3("How much you may ask", "调用频率", "呼叫頻率"),
  failures: text3("Failure codes of payments", "支付失败代码", "付款失敗代碼"),
} as const;

const words = {
  startAbout: text3(
    "Take the test key and secret of your app from the console, put them into APP_KEY and APP_SECRET, set base to the address of this server, and run this after the function below. Where your app may not send card numbers, the answer is type_not_offered: leave paymentMethod out and open the paymentUrl of the answer in a browser; it takes the same test card.",
    "在控制台取得应用的测试标识与密钥，设为 APP_KEY 与 APP_SECRET，将 base 改为本服务地址，接在下方函数之后运行。若应用不能直接提交卡号，将返回 type_not_offered：请去掉 paymentMethod，并在浏览器打开返回的 paymentUrl，使用同一测试卡支付。",
    "在主控台取得應用程式的測試金鑰與密鑰，設為 APP_KEY 與 APP_SECRET，將 base 改為本服務網址，接在下方函式之後執行。若應用程式不能直接傳送卡號，會傳回 type_not_offered：請移除 paymentMethod，並以瀏覽器開啟傳回的 paymentUrl，使用同一張測試卡付款。",
  ),
  kept: text3(
    "The key of a call that made an order or changed its payment is kept for {days} days: until then the same request is shown that order as it is, with the header Idempotent-Replay. The answers of all other calls are kept for {hours} hours. The same key with another body is refused with idempotency_key_reused.",
    "创建订单或改变其支付的请求，其键保留 {days} 天：期间重复同一请求将返回该订单的当前状态，并带有 Idempotent-Replay 响应头。其他接口的响应保留 {hours} 小时。同一键配不同请求体将返回 idempotency_key_reused。",
    "建立訂單或改變其付款的請求，其鍵保留 {days} 天：期間重複同一請求會傳回該訂單的目前狀態，並附 Idempotent-Replay 標頭。其他介面的回應保留 {hours} 小時。同一鍵配不同內容會傳回 idempotency_key_reused。",
  ),
  statusesAbout: text3(
    "Each line names a status and what it may become. awaitingReason says what an awaiting order waits for. Ended orders stay as they are, unless the payer's money arrives late: then the order is paid after all and lateSuccess is true.",
    "每行为一个状态及其可能变为的状态。awaitingReason 说明等待中的订单在等什么。已结束的订单不再变化，除非付款迟到：此时订单变为 paid，且 lateSuccess 为 true。",
    "每行為一個狀態及其可能變成的狀態。awaitingReason 說明等待中的訂單在等什麼。已結束的訂單不再變動，除非款項遲到：此時訂單變為 paid，且 lateSuccess 為 true。",
  ),
  ended: text3("ended", "已结束", "已結束"),
  timeouts: text3(
    "A receiver has {preset} seconds to answer unless the endpoint is set otherwise in the console, from {min} to {max}; for a notifyUrl it is always {preset}.",
    "接收方须在 {preset} 秒内应答；控制台可为回调地址设置 {min} 至 {max} 秒，notifyUrl 固定为 {preset} 秒。",
    "接收端須在 {preset} 秒內回應；主控台可為端點設定 {min} 至 {max} 秒，notifyUrl 固定為 {preset} 秒。",
  ),
  limitsAbout: text3(
    "Each answer to a signed call says how much your app may ask. Above it calls are refused with 429 rate_limited and nothing happens: wait as Retry-After says and send the call again. Some calls have a limit of their own beside it.",
    "对签名请求的每个响应都说明应用的调用额度。超出时返回 429 rate_limited，请求不会被执行：请按 Retry-After 等待后重发。部分接口另有单独限额。",
    "對簽章請求的每個回應都說明應用程式的呼叫額度。超出時傳回 429 rate_limited，請求不會執行：請依 Retry-After 等待後重送。部分介面另有單獨限額。",
  ),
  failuresAbout: text3(
    "After a final decline the issuer wants to see the card no more: for {days} days it is refused at this merchant with card_finally_declined, so ask for another card. After any other failure another try may succeed, with the same card or another one, as often as the order allows.",
    "最终拒绝表示发卡行不再受理该卡：{days} 天内在该商户再次使用将返回 card_finally_declined，请让付款人换卡。其他失败可在订单允许的次数内用同一张或另一张卡重试。",
    "最終拒絕表示發卡銀行不再受理此卡：{days} 天內在此商家再次使用會傳回 card_finally_declined，請付款人換卡。其他失敗可在訂單允許的次數內，以同一張或另一張卡重試。",
  ),
  final: text3("Final", "最终", "最終"),
  yes: text3("yes", "是", "是"),
  meaning: text3("Meaning", "说明", "說明"),
  header: text3("Header", "响应头", "標頭"),
} as const;

const table = (heads: readonly string[], rows: readonly Markup[]): Markup =>
  html`<div class="wide"><table><tr>${heads.map((head) => html`<th>${head}`)}${rows}</table></div>`;

export const startSection = (locale: Locale): Markup =>
  html`<section id="start"><h2>${factHeadings.start[locale]}</h2><p>${words.startAbout[locale]}</p>
<pre tabindex="0">${quickStartSample}</pre></section>`;

/** How long a key is good for. */
export const keptAbout = (locale: Locale): string => fill(words.kept[locale], { days: boundDays, hours: keptHours });

/** How long a receiver may take. */
export const timeoutsAbout = (locale: Locale): string =>
  fill(words.timeouts[locale], { preset: timeoutSecondsElse, min: timeoutSecondsMin, max: timeoutSecondsMax });

const statusOfPhase = (phase: string): string => phase.split(".", 1)[0] ?? phase;

/** Each status with what it may become while money comes in time, by the lifecycle of orders. */
export function orderMoves(): readonly (readonly [string, readonly string[]])[] {
  const ended = endedPhases.map(statusOfPhase);
  const steps = Object.values(orderLifecycle.actions).flatMap(({ from, to }) =>
    from.map((phase) => [statusOfPhase(phase), statusOfPhase(to)] as const),
  );
  return openOrderStatuses.map((status) => {
    const next = steps.filter(([from, to]) => from === status && to !== status).map(([, to]) => to);
    return [status, ended.includes(status) ? [] : openOrderStatuses.filter((one) => next.includes(one))];
  });
}

export const statusSection = (locale: Locale): Markup =>
  html`<section id="statuses"><h2>${factHeadings.statuses[locale]}</h2><p>${words.statusesAbout[locale]}</p>
<pre tabindex="0">${orderMoves()
    .map(([status, next]) => `${status.padEnd(9)}→ ${next.join(" | ") || `(${words.ended[locale]})`}`)
    .join("\n")}</pre></section>`;

export const limitSection = (locale: Locale): Markup =>
  html`<section id="limits"><h2>${factHeadings.limits[locale]}</h2><p>${words.limitsAbout[locale]}</p>${table(
    [words.header[locale], words.meaning[locale]],
    Object.entries(limitHeaders).map(([name, text]) => html`<tr><td><code>${name}</code><td>${text[locale]}`),
  )}</section>`;

export const failureSection = (locale: Locale): Markup =>
  html`<section id="failures"><h2>${factHeadings.failures[locale]}</h2><p>${fill(words.failuresAbout[locale], { days: declinesCountedDays })}</p>${table(
    ["failureCode", words.final[locale], words.meaning[locale]],
    failureTexts.map(
      ({ code, text }) =>
        html`<tr><td><code>${code}</code><td>${isFinalDecline(code) && words.yes[locale]}<td>${text[locale]}`,
    ),
  )}</section>`;
