import { z } from "zod";
import { DeclineCode } from "../../decline-codes.ts";
import { exportOf } from "../../kit/export.ts";
import { Code, Flag, field, Instant, Integer } from "../../kit/field.ts";
import { between, exact, numbered, oneOf } from "../../kit/list.ts";
import { list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { amounts, CurrencyCode, idOf, modeFilter, signedAmountIn } from "../../payment-fields.ts";
import { CaptureStatus } from "../coin-order/order-enumerations.ts";
import { captureMessages } from "./capture.messages.ts";

/** Id of a capture: made by the server, sorts by the time it was asked for. */
export const CaptureId = idOf("cap");
const id = field(z.string(), { kind: "id" });
const words = z.string().nullable();

/** One taking of money of an order, and what it came to. */
export const Capture = z.object({
  id: CaptureId,
  captureNo: Code,
  orderId: id,
  orderNo: Code,
  attemptId: id,
  merchantId: MerchantId,
  merchantName: words,
  mode: PaymentMode.schema,
  /** Its place among the captures of its order, from 1. */
  seq: Integer,
  status: CaptureStatus.schema,
  /** What is left of the authorisation is released with it. */
  isFinal: Flag,
  amount: signedAmountIn("currency"),
  currency: CurrencyCode,
  /** What of it went back to the payer, and what no refund claims. */
  refundedAmount: signedAmountIn("currency"),
  refundableAmount: signedAmountIn("currency"),
  /** False while it is booked without a price; its fee follows by journals of its own. */
  isPriced: Flag,
  /** The currency the merchant is credited in. */
  settleCurrency: CurrencyCode.nullable(),
  settleAmount: signedAmountIn("settleCurrency").nullable(),
  feeAmount: signedAmountIn("settleCurrency").nullable(),
  feeTaxAmount: signedAmountIn("settleCurrency").nullable(),
  netAmount: signedAmountIn("settleCurrency").nullable(),
  /** What the gateway keeps. */
  gatewayCostAmount: operatorOnly(signedAmountIn("gatewayCostCurrency")),
  gatewayCostCurrency: operatorOnly(CurrencyCode),
  fxRate: Code.nullable(),
  /** The day the merchant is credited. */
  dueDate: field(z.string(), { kind: "day" }).nullable(),
  /** Over whom a payment went is the operator's to know. */
  gatewayAccountId: operatorOnly(id),
  gatewayAccountName: operatorOnly(words),
  /** The gateway's own number of the capture; null where it gives captures none. */
  upstreamId: Code.nullable(),
  failureCode: field(z.string(), { kind: "enumeration", enumeration: DeclineCode }).nullable(),
  upstreamCode: words,
  upstreamMessage: words,
  askedTime: Instant,
  finishedTime: Instant.nullable(),
});
export type Capture = z.output<typeof Capture>;

/** A capture as the page of its order lists it. */
export const OrderCapture = Capture.omit({ orderId: true, orderNo: true, merchantName: true, mode: true });
export type OrderCapture = z.output<typeof OrderCapture>;

const spec = {
  filters: {
    mode: modeFilter,
    askedTime: between(Instant),
    merchantId: oneOf(MerchantId),
    captureNo: numbered("CP"),
    orderNo: numbered("OR"),
    status: oneOf(CaptureStatus.schema),
    currency: oneOf(CurrencyCode),
    amount: amounts("currency"),
    isPriced: exact(Flag),
  },
  sortBy: ["askedTime"],
  defaultSort: { field: "askedTime", order: "desc" },
} as const;

export const capture = defineResource({
  name: "capture",
  record: Capture,
  operations: {
    /** Captures of one mode, live unless told. */
    page: list(Capture, spec, { staleOk: true }),
    detail: query(z.object({ id: CaptureId }), Capture),
    export: exportOf(spec),
  },
  menu: {
    path: "/trade/capture",
    component: "capture/capture.list",
    icon: "hand-coins",
    order: 150,
  },
  messages: captureMessages,
});
