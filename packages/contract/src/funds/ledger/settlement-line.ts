import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Day, Flag, Instant } from "../../kit/field.ts";
import { between, exact, numbered, oneOf } from "../../kit/list.ts";
import { list } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { Currency, modeFilter } from "../../payment-fields.ts";
import { LedgerEvent, SettlementLineState, SettlementLineType } from "./ledger-enumerations.ts";
import { BookedCurrency, FilterCode, JournalId, SignedAmount } from "./ledger-fields.ts";
import { settlementLineMessages } from "./settlement-line.messages.ts";

/** What one journal adds to what a merchant is settled, or takes from it. */
export const SettlementLine = z.object({
  /** Of the journal: it makes one line. */
  id: JournalId,
  merchantId: MerchantId,
  merchantName: z.string().nullable(),
  mode: PaymentMode.schema,
  lineType: SettlementLineType.schema,
  event: LedgerEvent.schema,
  currency: BookedCurrency,
  /** Positive is in the merchant's favour. */
  amount: SignedAmount,
  /** What of it is tax on the fee. */
  taxAmount: SignedAmount,
  /** The day it is settled; null until its capture has a price. */
  dueDate: Day.nullable(),
  state: SettlementLineState.schema,
  batchId: Code.nullable(),
  batchNo: Code.nullable(),
  /** Whether it is kept out of every batch. */
  isHeld: Flag,
  /** The record it is about, for instance a capture. */
  sourceId: Code,
  orderId: Code.nullable(),
  orderNo: Code.nullable(),
  bookedTime: Instant,
});
export type SettlementLine = z.output<typeof SettlementLine>;

const spec = {
  filters: {
    mode: modeFilter,
    dueDate: between(Day),
    merchantId: oneOf(MerchantId),
    currency: oneOf(Currency),
    lineType: oneOf(SettlementLineType.schema),
    state: oneOf(SettlementLineState.schema),
    batchNo: numbered("BT"),
    orderNo: numbered("OR"),
    sourceId: exact(FilterCode),
    bookedTime: between(Instant),
  },
  sortBy: ["bookedTime", "dueDate"],
  defaultSort: { field: "bookedTime", order: "desc" },
} as const;

export const settlementLine = defineResource({
  name: "settlementLine",
  record: SettlementLine,
  operations: {
    /** The lines of the merchants in reach, settled ones included. */
    page: list(SettlementLine, spec),
    export: exportOf(spec),
  },
  menu: {
    path: "/finance/lines",
    component: "ledger/settlement-line.list",
    icon: "calendar-clock",
    order: 120,
  },
  messages: settlementLineMessages,
});
