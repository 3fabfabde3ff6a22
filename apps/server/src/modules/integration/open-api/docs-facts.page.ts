import { declinesCountedDays, isFinalDecline } from "@countinghouse/contract/decline-rules.ts";
import {
  timeoutSecondsElse,
  timeoutSecondsMax,
  timeoutSecondsMin,
} from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { failureTexts } from "@countinghouse/contract/integration/open-api/open-failures.ts";
import { openOrderStatuses } from "@countinghouse/contract/integration/open-api/open-order.ts";
import { fill, type Locale, text3 } from "@countinghouse/contract/kit/locale.ts";
import { coinAppMessages } from "@countinghouse/contract/merchants/coin-app/coin-app.messages.ts";
import { endedPhases, orderLifecycle } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import { html, type Markup } from "../../../platform/http/html.ts";
import { boundDays, keptHours } from "../../../platform/http/idempotency.ts";
import { flowDiagram } from "./docs-flow.page.ts";
import { sampleTabs } from "./docs-tabs.page.ts";
import { paymentWaitSeconds } from "./open-caller.service.ts";
import { limitHeaders } from "./open-documents.service.ts";

/** Headings of this page's sections, by anchor. */
export const factHeadings = {
  start: text3("Quick start", "快速开始", "快速開始"),
  statuses: text3("How an order goes", "订单状态流转", "訂單狀態流程"),
  limits: text3("How much you may ask", "调用频率", "呼叫頻率"),
  failures: text3("Failure codes of payments", "支付失败代码", "付款失敗代碼"),
} as const;

const words = {
  startAbout: text3(
    "Five minutes, with a program that creates a test order, waits until you have paid it on the payment page, and prints paid.",
    "五分钟：下面的程序创建一笔测试订单，等您在支付页付款后打印 paid。",
    "五分鐘：下方程式建立一筆測試訂單，待您在付款頁付款後印出 paid。",
  ),
  startKeys: text3(
    "In the console, open “{apps}” and your app. At “{test}” choose “{make}”, or “{again}” where there is one, and copy {key} and {secret}.",
    "在控制台打开“{apps}”并进入您的应用，在“{test}”处选择“{make}”（已有密钥时选“{again}”），复制 {key} 与{secret}。",
    "在主控台開啟「{apps}」並進入您的應用程式，在「{test}」處選擇「{make}」（已有金鑰時選「{again}」），複製 {key} 與{secret}。",
  ),
  startRun: text3(
    "Save the program in your language, put the “{currency}” of your app in place of USD, and run it with both in its environment.",
    "选择一种语言，保存程序，将 USD 换成应用的“{currency}”，把两者写入环境变量后运行。",
    "選擇一種語言，儲存程式，將 USD 換成應用程式的「{currency}」，將兩者寫入環境變數後執行。",
  ),
  startPay: text3(
    "Open the address that it prints. Pay with the test card 4008400010000004, any expiry in the future, any security code and any name.",
    "打开程序打印的地址，用测试卡 4008400010000004 付款；有效期填未来任意月份，安全码与姓名任意。",
    "開啟程式印出的網址，以測試卡 4008400010000004 付款；有效期限填未來任意月份，安全碼與姓名任意。",
  ),
  startSeen: text3(
    "The program prints paid. The order stands under “{orders}” in the console, in test mode.",
    "程序打印 paid。该订单可在控制台“{orders}”的测试环境中看到。",
    "程式印出 paid。此訂單可在主控台「{orders}」的測試環境中查看。",
  ),
  kept: text3(
    "The key of a call that made an order or changed its payment is kept for {days} days: until then the same request is shown that order as it is, with the header Idempotent-Replay. The answers of all other calls are kept for {hours} hours, except 5xx, 429 and what is not set up yet (no_rate, rate_stale, fee_rule_missing, no_route): send the same request again later. The same key with another body is refused with idempotency_key_reused.",
    "创建订单或改变其支付的请求，其键保留 {days} 天：期间重复同一请求将返回该订单的当前状态，并带有 Idempotent-Replay 响应头。其他接口的响应保留 {hours} 小时；5xx、429 以及尚未配置就绪的拒绝（no_rate、rate_stale、fee_rule_missing、no_route）不予保留，可稍后重发同一请求。同一键配不同请求体将返回 idempotency_key_reused。",
    "建立訂單或改變其付款的請求，其鍵保留 {days} 天：期間重複同一請求會傳回該訂單的目前狀態，並附 Idempotent-Replay 標頭。其他介面的回應保留 {hours} 小時；5xx、429 以及尚未設定妥當的拒絕（no_rate、rate_stale、fee_rule_missing、no_route）不予保留，可稍後重送同一請求。同一鍵配不同內容會傳回 idempotency_key_reused。",
  ),
  statusesAbout: text3(
    "Each line names a status and what it may become. awaitingReason says what an awaiting order waits for. Ended orders stay as they are, unless the payer's money arrives late: then the order is paid after all and lateSuccess is true.",
    "每行为一个状态及其可能变为的状态。awaitingReason 说明等待中的订单在等什么。已结束的订单不再变化，除非付款迟到：此时订单变为 paid，且 lateSuccess 为 true。",
    "每行為一個狀態及其可能變成的狀態。awaitingReason 說明等待中的訂單在等什麼。已結束的訂單不再變動，除非款項遲到：此時訂單變為 paid，且 lateSuccess 為 true。",
  ),
  ended: text3("ended", "已结束", "已結束"),
  timeouts: text3(
    "A receiver has {preset} seconds to answer unless the endpoint is set otherwise in the console, from {min} to {max}; for a notifyUrl it is always {preset}.",
    "接收方须在 {preset} 秒内应答；控制台可为 Webhook 端点设置 {min} 至 {max} 秒，notifyUrl 固定为 {preset} 秒。",
    "接收端須在 {preset} 秒內回應；主控台可為端點設定 {min} 至 {max} 秒，notifyUrl 固定為 {preset} 秒。",
  ),
  limitsAbout: text3(
    "Each answer to a signed call says how much your app may ask. Reads, writes and calls that reach a gateway have an allowance each, so that none uses up another's. Calls above it are refused with 429 rate_limited and nothing happens: wait as Retry-After says and send the call again. One that reaches a gateway waits up to {seconds} seconds for its turn before it is refused. Some calls have a limit of their own beside it.",
    "对签名请求的每个响应都说明应用的调用额度。查询、写入和须调用网关的请求各有独立额度，互不占用。超出时返回 429 rate_limited，请求不会被执行：请按 Retry-After 等待后重发。须调用网关的请求会先排队，最多等待 {seconds} 秒，仍无额度才拒绝。部分接口另有单独限额。",
    "對簽章請求的每個回應都說明應用程式的呼叫額度。查詢、寫入與須呼叫閘道的請求各有獨立額度，互不占用。超出時傳回 429 rate_limited，請求不會執行：請依 Retry-After 等待後重送。須呼叫閘道的請求會先排隊，最多等待 {seconds} 秒，仍無額度才拒絕。部分介面另有單獨限額。",
  ),
  failuresAbout: text3(
    "After a final decline the issuer wants to see the card no more: for {days} days it is refused at this merchant with card_finally_declined, so ask for another card. After any other failure another try may succeed, with the same card or another one, as often as the order allows.",
    "最终拒绝表示发卡行不再受理该卡：{days} 天内在该商户再次使用将返回 card_finally_declined，请让付款人换卡。其他失败可在订单允许的次数内用同一张或另一张卡重试。",
    "最終拒絕表示發卡銀行不再受理此卡：{days} 天內在此特店再次使用會傳回 card_finally_declined，請付款人換卡。其他失敗可在訂單允許的次數內，以同一張或另一張卡重試。",
  ),
  final: text3("Final", "最终", "最終"),
  yes: text3("yes", "是", "是"),
  meaning: text3("Meaning", "说明", "說明"),
  header: text3("Header", "响应头", "標頭"),
} as const;

const table = (heads: readonly string[], rows: readonly Markup[]): Markup =>
  html`<div class="wide"><table><tr>${heads.map((head) => html`<th>${head}`)}${rows}</table></div>`;

/** The steps to a paid test order, with the console's own labels. */
export function startSection(locale: Locale, base: string): Markup {
  const { title: apps, text, fields } = coinAppMessages[locale];
  const names = {
    apps,
    test: text.testKey,
    make: text.makeSecret,
    again: text.rotate,
    key: fields.appKey,
    secret: fields.secret,
    currency: fields.defaultCurrency,
    orders: coinOrderMessages[locale].title,
  };
  const steps = [words.startKeys, words.startRun, words.startPay, words.startSeen];
  return html`<section id="start"><h2>${factHeadings.start[locale]}</h2><p>${words.startAbout[locale]}</p>
<ol>${steps.map((step) => html`<li>${fill(step[locale], names)}`)}</ol>
${sampleTabs({ name: "start", textOf: ({ start }) => start, isProgram: true, base }, locale)}</section>`;
}

/** Retention of idempotency keys. */
export const keptAbout = (locale: Locale): string => fill(words.kept[locale], { days: boundDays, hours: keptHours });

/** Time-outs of webhook receivers. */
export const timeoutsAbout = (locale: Locale): string =>
  fill(words.timeouts[locale], { preset: timeoutSecondsElse, min: timeoutSecondsMin, max: timeoutSecondsMax });

const statusOfPhase = (phase: string): string => phase.split(".", 1)[0] ?? phase;

/** Each status with its possible successors while payments arrive in time, from the lifecycle of orders. */
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
${flowDiagram(orderMoves())}<pre tabindex="0">${orderMoves()
    .map(([status, next]) => `${status.padEnd(9)}→ ${next.join(" | ") || `(${words.ended[locale]})`}`)
    .join("\n")}</pre></section>`;

export const limitSection = (locale: Locale): Markup =>
  html`<section id="limits"><h2>${factHeadings.limits[locale]}</h2><p>${fill(words.limitsAbout[locale], { seconds: paymentWaitSeconds })}</p>${table(
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
