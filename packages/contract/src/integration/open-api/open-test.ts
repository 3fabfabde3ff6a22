import { z } from "zod";
import { text3 } from "../../kit/locale.ts";
import { describedAs, instant } from "./open-fields.ts";
import { openOperation } from "./open-operation.ts";

const group = "test";
const refusals = ["test_mode_only", "simulator_absent"] as const;
const longestSeconds = 400 * 86_400;

const testOrderNo = describedAs(
  z.string().regex(/^OR[0-9A-Z]{10,30}$/),
  "Our order number",
  "平台订单号",
  "平台訂單編號",
);

/** Calls that play the outside world in test mode: a payer, and the passing of time. Live keys are refused. */
export const testOperations = {
  payTestOrder: openOperation({
    method: "POST",
    path: "/v1/test/orders/:orderNo/pay",
    scope: "orders:write",
    group,
    summary: text3("Pay an order in the payer's place", "代付款人完成支付", "代付款人完成付款"),
    description: text3(
      "Answers the redirect, QR code, voucher or 3-D Secure challenge that the order waits for. The order follows by notification.",
      "完成订单所等待的跳转、扫码、线下付款码或 3-D Secure 验证，订单随后由网关通知更新。",
      "完成訂單所等待的導向、掃碼、繳費單或 3-D Secure 驗證，訂單隨後由閘道通知更新。",
    ),
    params: z.strictObject({ orderNo: testOrderNo }),
    body: z.strictObject({
      outcome: describedAs(
        z.enum(["paid", "declined"]).default("paid"),
        "What the payer does",
        "付款人的操作结果",
        "付款人的操作結果",
      ),
    }),
    answer: z.object({ isAccepted: describedAs(z.boolean(), "The gateway was told", "已告知网关", "已告知閘道") }),
    refusals: [...refusals, "nothing_to_pay"],
    example: { outcome: "paid" },
  }),
  renotifyTestOrder: openOperation({
    method: "POST",
    path: "/v1/test/orders/:orderNo/notifications",
    scope: "orders:write",
    group,
    summary: text3("Have the gateway notify again", "让网关重发通知", "讓閘道重送通知"),
    description: text3(
      "Sends everything the gateway told of this order in the last 30 days once more. Whatever comes twice or out of order, the order and its money must stay as they are.",
      "将网关近 30 天内关于该订单的通知全部重发一次。无论重复还是乱序，订单与资金都应保持不变。",
      "將閘道近 30 天內關於此訂單的通知全部重送一次。無論重複或亂序，訂單與款項都應維持不變。",
    ),
    params: z.strictObject({ orderNo: testOrderNo }),
    body: z.strictObject({
      mode: describedAs(
        z.enum(["replay", "duplicate", "reorder"]).default("replay"),
        "As they were, each twice, or the last one first",
        "按原顺序、每条两次，或倒序",
        "依原順序、每則兩次，或倒序",
      ),
    }),
    answer: z.object({
      count: describedAs(z.int().min(0), "How many notifications are sent", "重发的通知数量", "重送的通知數量"),
    }),
    refusals,
    example: { mode: "duplicate" },
  }),
  advanceTestClock: openOperation({
    method: "POST",
    path: "/v1/test/clock",
    scope: "orders:write",
    group,
    summary: text3("Let time pass at the gateway", "推进模拟网关的时钟", "推進模擬閘道的時鐘"),
    description: text3(
      "Does everything that falls due on the way: bank debits settle, late answers arrive, challenges run out.",
      "期间到期的事项会依次发生：银行扣款到账、迟到结果返回、验证超时。",
      "期間到期的事項會依序發生：銀行扣款入帳、遲到結果傳回、驗證逾時。",
    ),
    body: z.strictObject({
      seconds: describedAs(z.int().min(0).max(longestSeconds), "How many seconds", "推进的秒数", "推進的秒數"),
    }),
    answer: z.object({ now: instant("The gateway's clock", "网关时间", "閘道時間") }),
    refusals,
    example: { seconds: 172_860 },
  }),
} as const;
