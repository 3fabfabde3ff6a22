import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { rowNumber } from "../row-number.ts";
import { type OwnResult, pageOfList, pageShape, type StockCall, type StockRequest } from "../stock-call.ts";
import type { StockInput } from "../values.ts";

/** Code of the payment method that these calls are about. */
const method = "wechat";

/** States of a payment as the gateway of this API names them. */
const states: Readonly<Record<string, string>> = {
  created: "NOTPAY",
  awaiting: "NOTPAY",
  pending: "USERPAYING",
  paid: "SUCCESS",
  failed: "PAYERROR",
  canceled: "CLOSED",
};
const refundStates: Readonly<Record<string, string>> = {
  succeeded: "SUCCESS",
  failed: "ABNORMAL",
  canceled: "CLOSED",
  rejected: "CLOSED",
};

/** What every record of this API has, of rows whose authors it does not name. */
const base = {
  updateTime: null,
  createUserId: null,
  createUserName: null,
  updateUserId: null,
  updateUserName: null,
  isDelete: false,
};

const paymentShape = (order: OwnResult) => ({
  ...base,
  id: rowNumber(order.id),
  createTime: order.orderTime,
  merchantId: order.merchantId,
  appId: order.appId === null ? "" : String(order.appId),
  outTradeNumber: order.orderNo,
  transactionId: order.transactionNo ?? "",
  tradeType: null,
  tradeState: order.status === "paid" && order.refundStatus !== "none" ? "REFUND" : (states[order.status] ?? null),
  tradeStateDescription: order.failureCode,
  bankType: null,
  total: Number(order.amount),
  payerTotal: order.status === "paid" ? Number(order.capturedAmount) : null,
  successTime: order.paidTime,
  expireTime: order.expireTime,
  description: order.merchantOrderNo,
  scene: null,
  attachment: null,
  goodsTag: null,
  settlement: null,
  notifyUrl: null,
  remark: null,
  openId: null,
  tags: null,
  businessId: 0,
  qrcodeContent: null,
  subMerchantId: null,
  subAppId: null,
  subOpenId: null,
});

const refundShape = (refund: OwnResult) => ({
  ...base,
  id: rowNumber(refund.id),
  createTime: refund.refundTime,
  wechatPayId: rowNumber(refund.orderId),
  outRefundNumber: refund.refundNo,
  transactionId: refund.tradeNo ?? "",
  reason: refund.remark ?? refund.reason,
  channel: null,
  userReceivedAccount: null,
  tradeState: refundStates[refund.status] ?? "PROCESSING",
  tradeStateDescription: refund.failureMessage,
  refund: Number(refund.amount),
  successTime: refund.succeededTime,
  notifyUrl: null,
  remark: null,
});

/** Our names of the two columns that both sides sort by. */
const sorts: Readonly<Record<string, string>> = { createtime: "orderTime", total: "amount" };

/** An order by its own number, or by the number that the gateway gave it; both whole. */
const numbered = (key: string): StockInput =>
  key === "" ? {} : /^OR\d/i.test(key) ? { orderNo: key } : { transactionNo: key };

function pageInput(sent: StockInput, { times }: StockRequest): StockInput {
  const { searchKey, createTimeRange, field, ...rest } = sent;
  const [from, to] = (Array.isArray(createTimeRange) ? createTimeRange : []).map((end) =>
    end ? times.read(String(end)) : null,
  );
  return {
    ...rest,
    ...numbered(String(searchKey ?? "").trim()),
    ...(from || to ? { orderTime: [from ?? null, to ?? null] } : {}),
    field: sorts[String(field ?? "").toLowerCase()],
    paymentMethod: [method],
  };
}

/** Refunds of the payment with a number of the gateway's. */
async function refundsOf({ text }: StockInput, { ask }: StockRequest) {
  const tradeNo = String(text ?? "").trim();
  if (tradeNo === "") return [];
  return (await ask(orderRefund, "page", { tradeNo, pageSize: 200 })).items.map(refundShape);
}

const accounts = ["add", "update", "delete"] as const;

/** Calls about payments by WeChat, which are orders here, and about people of WeChat, of whom there are none. */
export const wechatCalls: readonly StockCall[] = [
  {
    call: "POST sysWechatPay/page",
    resource: coinOrder,
    operation: "page",
    input: pageInput,
    result: (page) => pageShape(page, paymentShape),
  },
  { call: "POST sysWechatPay/listRefund", run: refundsOf, takesText: true },
  { call: "POST sysWechatPay/payTransactionNative", elsewhere: "newPayment" },
  { call: "POST sysWechatPay/refundDomestic", elsewhere: "refunds" },
  { call: "POST sysWechatUser/page", run: async (sent) => pageOfList([], sent) },
  ...accounts.map((action): StockCall => ({ call: `POST sysWechatUser/${action}`, elsewhere: "socialAccounts" })),
];
