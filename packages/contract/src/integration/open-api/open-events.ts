import { z } from "zod";
import { type LocalizedText, text3 } from "../../kit/locale.ts";
import { type EventType, webhookVersion } from "../webhook/event-types.ts";
import { OpenCapture } from "./open-capture.ts";
import { OpenDeposit, OpenNegativeBalance } from "./open-deposit.ts";
import { describedAs, instant, namedSchema, OpenMode } from "./open-fields.ts";
import { EventCard, OpenOrder } from "./open-order.ts";
import { OpenPayoutAccount } from "./open-payout-account.ts";
import { OpenPayoutOrder } from "./open-payout-order.ts";
import { OpenRefund } from "./open-refund.ts";
import { OpenAvailable, OpenSettlement } from "./open-settlement.ts";
import { OpenWithdrawal } from "./open-withdrawal.ts";

/** An order as events carry it: what a receiver needs to act; the rest is read. */
const EventOrder = namedSchema(
  "EventOrder",
  OpenOrder.omit({
    captures: true,
    pricedAmount: true,
    settleCurrency: true,
    settleAmount: true,
    feeAmount: true,
    feeTaxAmount: true,
    netAmount: true,
    fxRate: true,
    dueDate: true,
    descriptor: true,
    returnUrl: true,
    cancelUrl: true,
    nextAction: true,
  }).extend({ card: describedAs(EventCard.nullable(), "Card that was used", "所用银行卡", "所用卡片") }),
  "An order as events carry it; read the order for the rest",
  "事件中的订单，其余内容请查询订单",
  "事件中的訂單，其餘內容請查詢訂單",
);

const asThen = ["The object as it was then", "事件发生时的对象", "事件發生時的物件"] as const;

/** An object that changes from event to event, with what the event changed of it. */
const changing = <T extends z.ZodObject>(name: string, object: T) =>
  z.object({
    object: describedAs(object, ...asThen),
    previous: namedSchema(
      `${name}Before`,
      object.partial(),
      "What the event changed of the object, as it was before; left out where nothing is told of it",
      "事件改变的字段此前的值；无可告知时不出现",
      "事件變更的欄位先前的值；無可告知時不出現",
    ).optional(),
  });
const OrderData = changing("EventOrder", EventOrder);
const CaptureData = changing("Capture", OpenCapture);
const RefundData = changing("Refund", OpenRefund);
const SettlementData = changing("Settlement", OpenSettlement);
const DepositData = changing("Deposit", OpenDeposit);
const CashoutData = changing("Withdrawal", OpenWithdrawal);
const PayoutOrderData = changing("PayoutOrder", OpenPayoutOrder);

const DisabledEndpoint = namedSchema(
  "DisabledEndpoint",
  z.object({
    id: describedAs(z.string(), "Id", "编号", "編號"),
    name: describedAs(z.string(), "Name", "名称", "名稱"),
    url: describedAs(z.string(), "Address", "地址", "網址"),
    status: describedAs(z.literal("auto_disabled"), "Switched off", "已停用", "已停用"),
    reason: describedAs(
      z.enum(["gone", "failing"]),
      "Whether it answered 410, or failed for too long",
      "返回了 410，或长时间失败",
      "回應了 410，或長時間失敗",
    ),
  }),
  "An endpoint that is no longer told of anything",
  "不再接收通知的 Webhook 端点",
  "不再接收通知的 Webhook 端點",
);

const Ping = namedSchema(
  "Ping",
  z.object({
    id: describedAs(z.string(), "Id of nothing but this message", "仅此消息的编号", "僅此訊息的編號"),
    isSample: describedAs(z.literal(true), "Nothing happened", "并未发生任何事", "並未發生任何事"),
  }),
  "A message that only shows that messages arrive",
  "仅用于验证通知可以送达",
  "僅用於驗證通知可以送達",
);

/** What happens with each type, in the words of the document. */
export const eventTexts: Readonly<Record<EventType, LocalizedText>> = {
  "order.created": text3("An order was made", "订单已创建", "訂單已建立"),
  "order.awaiting": text3("The order waits for its payer", "订单等待付款人", "訂單等待付款人"),
  "order.requires_action": text3(
    "The payer has to act, such as in 3-D Secure",
    "需要付款人操作，如 3-D Secure 验证",
    "需要付款人操作，如 3-D Secure 驗證",
  ),
  "order.pending": text3("A payment is under way", "支付处理中", "付款處理中"),
  "order.authorized": text3("The amount is reserved; capture it", "已授权，请请款", "已授權，請進行請款"),
  "order.paid": text3("The order is paid", "订单已支付", "訂單已付款"),
  "order.attempt_failed": text3(
    "A payment failed; the payer may try again",
    "一次支付失败，付款人可重试",
    "一次付款失敗，付款人可再試",
  ),
  "order.failed": text3("The order failed for good", "订单最终失败", "訂單最終失敗"),
  "order.canceled": text3("The order was cancelled", "订单已取消", "訂單已取消"),
  "order.expired": text3("The order ended unpaid", "订单超时未支付", "訂單逾時未付款"),
  "order.review_required": text3("The payment waits for a review", "支付等待审核", "付款等待審核"),
  "order.review_resolved": text3("The review let the payment through", "审核通过", "審核通過"),
  "order.updated": text3("You changed the metadata of the order", "您修改了订单的自定义数据", "您變更了訂單的自訂資料"),
  "capture.succeeded": text3("A capture took its money", "请款成功", "請款成功"),
  "capture.failed": text3("A capture took nothing", "请款失败，未扣款", "請款失敗，未扣款"),
  "refund.created": text3("A refund was asked for", "已申请退款", "已申請退款"),
  "refund.succeeded": text3(
    "A refund went to the payer, or what it comes to was corrected",
    "退款成功，或退款金额被更正",
    "退款成功，或退款金額經更正",
  ),
  "refund.failed": text3(
    "A refund failed or was turned down: nothing went back",
    "退款失败或被驳回，未退款",
    "退款失敗或遭駁回，未退款",
  ),
  "refund.canceled": text3("A refund was cancelled before it was sent", "退款在提交前取消", "退款於送出前取消"),
  "refund.reversed": text3(
    "The payer's bank sent a paid refund back",
    "退款成功后被付款人银行退回",
    "退款成功後遭付款人銀行退回",
  ),
  "settlement.confirmed": text3(
    "A settlement was confirmed; it becomes available on its day",
    "结算批次已确认，将于结算日到账",
    "撥款批次已確認，將於撥款日入帳",
  ),
  "settlement.settled": text3("A settlement was settled", "结算批次已结算", "撥款批次已撥款"),
  "balance.available": text3("Settled money became available", "已结算款项转入可用余额", "已撥款項轉入可用餘額"),
  "balance.negative": text3("An available balance fell below nothing", "可用余额转负", "可用餘額轉負"),
  "deposit.held": text3("Money is held against losses", "已留存保证金", "已保留保證金"),
  "deposit.released": text3(
    "What was held went back to the balance, whole or in part",
    "保证金已全部或部分释放至余额",
    "保證金已全部或部分釋放至餘額",
  ),
  "deposit.used": text3("What was held covered a loss", "保证金已用于抵扣损失", "保證金已用於抵扣損失"),
  "deposit.extended": text3(
    "The release of a hold was moved to a later day",
    "保证金释放日已顺延",
    "保證金釋放日已順延",
  ),
  "cashout.applied": text3("A withdrawal was asked for", "已申请提现", "已申請提領"),
  "cashout.approved": text3("A withdrawal was approved", "提现已批准", "提領已核准"),
  "cashout.rejected": text3("A withdrawal was turned down", "提现被驳回", "提領遭駁回"),
  "cashout.processing": text3("A withdrawal is on its way", "提现付款中", "提領撥款中"),
  "cashout.paid": text3("A withdrawal was paid", "提现已付款", "提領已撥款"),
  "cashout.failed": text3(
    "A withdrawal was not paid: it is available again",
    "提现付款失败，款项已退回余额",
    "提領撥款失敗，款項已退回餘額",
  ),
  "cashout.returned": text3("The bank sent a withdrawal back", "提现被银行退汇", "提領遭銀行退匯"),
  "cashout.canceled": text3("A withdrawal was cancelled", "提现已取消", "提領已取消"),
  "payout_order.applied": text3("A payout order was asked for", "已申请代付", "已申請代付"),
  "payout_order.approved": text3("A payout order was approved", "代付已批准", "代付已核准"),
  "payout_order.rejected": text3("A payout order was turned down", "代付被驳回", "代付遭駁回"),
  "payout_order.processing": text3("A payout order is on its way", "代付付款中", "代付付款中"),
  "payout_order.paid": text3("A payout order was paid", "代付已付款", "代付已付款"),
  "payout_order.failed": text3(
    "A payout order was not paid: its amount is available again",
    "代付付款失败，款项已退回余额",
    "代付付款失敗，款項已退回餘額",
  ),
  "payout_order.returned": text3("The bank sent a payout order back", "代付被银行退汇", "代付遭銀行退匯"),
  "payout_order.canceled": text3("A payout order was cancelled", "代付已取消", "代付已取消"),
  "payout_account.verified": text3("An account of yours was verified", "收款账户已核验", "收款帳戶已驗證"),
  "webhook_endpoint.disabled": text3(
    "An endpoint was switched off because nothing arrives there",
    "Webhook 端点因无法送达被停用",
    "Webhook 端點因無法送達而停用",
  ),
  "test.ping": text3("A sample that you asked for", "您请求的测试消息", "您要求的測試訊息"),
};

/** Name of a type in the document: `order.paid` is `OrderPaidEvent`. */
export const eventSchemaName = (type: string): string =>
  `${type
    .split(/[._]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("")}Event`;

function eventOf<const T extends EventType, const O extends string, D extends z.ZodObject>(
  type: T,
  objectType: O,
  data: D,
) {
  const { en, "zh-cn": zhCn, "zh-tw": zhTw } = eventTexts[type];
  return namedSchema(
    eventSchemaName(type),
    z.object({
      id: describedAs(z.string(), "The same however often it is sent", "无论发送几次都不变", "無論傳送幾次都不變"),
      type: describedAs(z.literal(type), en, zhCn, zhTw),
      apiVersion: describedAs(z.literal(webhookVersion), "Version of the format", "格式版本", "格式版本"),
      mode: OpenMode,
      createdAt: instant("When it happened", "发生时间", "發生時間"),
      merchantNo: describedAs(z.string(), "Number of the merchant", "商户编号", "特店編號"),
      appNo: describedAs(
        z.string().nullable(),
        "Number of the app; null where it belongs to none",
        "应用编号；不属于任何应用时为 null",
        "應用程式編號；不屬於任何應用程式時為 null",
      ),
      objectType: describedAs(z.literal(objectType), "To what it happened", "对象类型", "物件類型"),
      objectNo: describedAs(z.string(), "Number of the object", "对象编号", "物件編號"),
      objectSeq: describedAs(
        z.int().min(1),
        "Order of the events of one object",
        "同一对象事件的先后次序",
        "同一物件事件的先後次序",
      ),
      data: describedAs(data, "What it happened to", "事件的对象", "事件的物件"),
    }),
    en,
    zhCn,
    zhTw,
  );
}

/** An event as it is sent to webhooks: which schema it has follows from its type. */
export const OpenEvent = namedSchema(
  "Event",
  z.discriminatedUnion("type", [
    eventOf("order.created", "order", OrderData),
    eventOf("order.awaiting", "order", OrderData),
    eventOf("order.requires_action", "order", OrderData),
    eventOf("order.pending", "order", OrderData),
    eventOf("order.authorized", "order", OrderData),
    eventOf("order.paid", "order", OrderData),
    eventOf("order.attempt_failed", "order", OrderData),
    eventOf("order.failed", "order", OrderData),
    eventOf("order.canceled", "order", OrderData),
    eventOf("order.expired", "order", OrderData),
    eventOf("order.review_required", "order", OrderData),
    eventOf("order.review_resolved", "order", OrderData),
    eventOf("order.updated", "order", OrderData),
    eventOf("capture.succeeded", "capture", CaptureData),
    eventOf("capture.failed", "capture", CaptureData),
    eventOf("refund.created", "refund", RefundData),
    eventOf("refund.succeeded", "refund", RefundData),
    eventOf("refund.failed", "refund", RefundData),
    eventOf("refund.canceled", "refund", RefundData),
    eventOf("refund.reversed", "refund", RefundData),
    eventOf("settlement.confirmed", "settlement", SettlementData),
    eventOf("settlement.settled", "settlement", SettlementData),
    eventOf("balance.available", "balance", z.object({ object: describedAs(OpenAvailable, ...asThen) })),
    eventOf("balance.negative", "balance", z.object({ object: describedAs(OpenNegativeBalance, ...asThen) })),
    eventOf("deposit.held", "deposit", DepositData),
    eventOf("deposit.released", "deposit", DepositData),
    eventOf("deposit.used", "deposit", DepositData),
    eventOf("deposit.extended", "deposit", DepositData),
    eventOf("cashout.applied", "cashout", CashoutData),
    eventOf("cashout.approved", "cashout", CashoutData),
    eventOf("cashout.rejected", "cashout", CashoutData),
    eventOf("cashout.processing", "cashout", CashoutData),
    eventOf("cashout.paid", "cashout", CashoutData),
    eventOf("cashout.failed", "cashout", CashoutData),
    eventOf("cashout.returned", "cashout", CashoutData),
    eventOf("cashout.canceled", "cashout", CashoutData),
    eventOf("payout_order.applied", "payout_order", PayoutOrderData),
    eventOf("payout_order.approved", "payout_order", PayoutOrderData),
    eventOf("payout_order.rejected", "payout_order", PayoutOrderData),
    eventOf("payout_order.processing", "payout_order", PayoutOrderData),
    eventOf("payout_order.paid", "payout_order", PayoutOrderData),
    eventOf("payout_order.failed", "payout_order", PayoutOrderData),
    eventOf("payout_order.returned", "payout_order", PayoutOrderData),
    eventOf("payout_order.canceled", "payout_order", PayoutOrderData),
    eventOf(
      "payout_account.verified",
      "payout_account",
      z.object({ object: describedAs(OpenPayoutAccount, ...asThen) }),
    ),
    eventOf(
      "webhook_endpoint.disabled",
      "webhook_endpoint",
      z.object({ object: describedAs(DisabledEndpoint, ...asThen) }),
    ),
    eventOf("test.ping", "test", z.object({ object: describedAs(Ping, ...asThen) })),
  ]),
  "An event, as it is sent to webhooks; its type says what its data is",
  "发送到 Webhook 端点的事件，data 的内容由 type 决定",
  "傳送到 Webhook 端點的事件，data 的內容由 type 決定",
);
export type OpenEventView = z.input<typeof OpenEvent>;

/** What of each type stands in `data`, as a notification or a sample carries it. */
export type EventData<T extends EventType> = Extract<OpenEventView, { readonly type: T }>["data"];

/**
 * An event as it was recorded. Listed as it was sent, whatever release wrote it: the document points to
 * {@link OpenEvent}, and nothing of what was sent is cut or refused when it is read again.
 */
export const RecordedEvent = z.looseObject({ id: z.string() });
