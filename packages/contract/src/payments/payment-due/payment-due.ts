import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, doerName, Flag, field, Instant, Version } from "../../kit/field.ts";
import { between, exact, numbered, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { amounts, CurrencyCode, idOf, modeFilter, signedAmountIn } from "../../payment-fields.ts";
import { reference } from "../../references.ts";
import { OrderJournal } from "../coin-order/order-explanation.ts";
import { DueAction, DueKind, DueStatus } from "./due-enumerations.ts";
import { paymentDueMessages } from "./payment-due.messages.ts";

/** Id of an unapplied payment: made by the server, sorts by the time it became known. */
export const PaymentDueId = idOf("due");
const id = field(z.string(), { kind: "id" });
const words = z.string().nullable();

/** Money of one payment at a gateway that no merchant is entitled to, and what becomes of it. */
export const PaymentDue = z.object({
  id: PaymentDueId,
  dueNo: Code,
  merchantId: MerchantId,
  merchantName: words,
  mode: PaymentMode.schema,
  kind: DueKind.schema,
  status: DueStatus.schema,
  /** What came and is not the merchant's by itself. */
  amount: signedAmountIn("currency"),
  currency: CurrencyCode,
  /** What the payer had been asked for; a gateway may answer in another currency. */
  expectedAmount: signedAmountIn("expectedCurrency"),
  expectedCurrency: CurrencyCode,
  /** What of it lies in the payers' account of the ledger. */
  heldAmount: signedAmountIn("currency"),
  /** What of it was applied to the order. */
  bookedAmount: signedAmountIn("currency"),
  /** What applying it to the order would take now; the rest would go back. */
  bookableAmount: signedAmountIn("currency"),
  orderId: id,
  orderNo: Code,
  attemptId: id,
  /** Over whom a payment went is the operator's to know. */
  gatewayAccountId: operatorOnly(id),
  gatewayAccountName: operatorOnly(words),
  upstreamPaymentId: Code,
  captureId: id.nullable(),
  createTime: Instant,
  /** What waits for a second person, and who asked for it. */
  action: DueAction.schema.nullable(),
  proposeUserName: doerName(),
  proposeReason: operatorOnly(words),
  proposeTime: Instant.nullable(),
  /** Whether the reader asked for it, and so cannot approve it. */
  isOwn: Flag,
  decideUserName: doerName(),
  decideReason: operatorOnly(words),
  decideTime: Instant.nullable(),
  version: Version,
});
export type PaymentDue = z.output<typeof PaymentDue>;

/** One as the page of its order lists it. */
export const OrderDue = PaymentDue.pick({
  id: true,
  dueNo: true,
  kind: true,
  status: true,
  amount: true,
  currency: true,
  heldAmount: true,
});
export type OrderDue = z.output<typeof OrderDue>;

const spec = {
  filters: {
    mode: modeFilter,
    createTime: between(Instant),
    merchantId: oneOf(MerchantId),
    status: oneOf(DueStatus.schema),
    kind: oneOf(DueKind.schema),
    currency: oneOf(CurrencyCode),
    amount: amounts("currency"),
    dueNo: numbered("PD"),
    orderNo: numbered("OR"),
    upstreamPaymentId: exact(field(z.string().trim().max(64), { kind: "code" })),
    gatewayAccountId: exact(reference("gatewayAccount")),
  },
  sortBy: ["createTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const ById = z.object({ id: PaymentDueId });
const Reason = field(z.string().trim().min(1).max(500), { kind: "longText" });
/** The version that was read binds a decision to the very amount that was seen. */
const idAndVersion = { id: PaymentDueId, version: Version };
const deciding = z.object({ ...idAndVersion, reason: Reason });

/** Told when one came up or changed. */
export const paymentDueTopic = "paymentDue.changed";

export const paymentDue = defineResource({
  name: "paymentDue",
  record: PaymentDue,
  refusals: {
    notOpen: { status: 409 },
    notBookable: { status: 409 },
    ownProposal: { status: 403 },
    nothingProposed: { status: 409 },
    altered: { status: 409 },
  },
  operations: {
    /** Those of one mode, live unless told. */
    page: list(PaymentDue, spec),
    detail: query(ById, PaymentDue),
    /** The journals of one, and whether a decision about it needs a second person. */
    explain: query(ById, z.object({ journals: z.array(OrderJournal), needsApproval: Flag })),
    /** Applies it to its order, up to what the order asked for; above the limit after somebody else has approved. */
    book: command(deciding, Done, { for: "operator", refusals: ["notOpen", "notBookable", "altered"], stepUp: true }),
    /** Marks it to be returned to the payer; above the limit after somebody else has approved. */
    markReturn: command(deciding, Done, { for: "operator", refusals: ["notOpen", "altered"], stepUp: true }),
    /** Carries out what somebody else asked for. */
    approve: command(z.object(idAndVersion), Done, {
      for: "operator",
      refusals: ["ownProposal", "nothingProposed", "notBookable", "altered"],
      stepUp: true,
    }),
    /** Turns down what was asked for; whoever asked takes it back by this as well. */
    reject: command(deciding, Done, { for: "operator", refusals: ["nothingProposed", "altered"] }),
    export: exportOf(spec),
  },
  menu: {
    path: "/trade/due",
    component: "payment-due/payment-due.list",
    icon: "hand-coins",
    order: 170,
  },
  messages: paymentDueMessages,
});
