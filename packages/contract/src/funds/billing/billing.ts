import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import {
  BillText,
  ById,
  billAbilities,
  billDownload,
  billedLines,
  billLineShape,
  billShape,
  billSpec,
  costAmounts,
  DirectMovements,
  idAndVersion,
} from "./bill-fields.ts";
import { billingMessages } from "./billing.messages.ts";
import { FeePlan, FeePlanComparison } from "./fee-plan.ts";

/** A bill as the operator sees it, with what it cost and what is left. */
export const Bill = z.object({ ...billShape, ...costAmounts });
export type Bill = z.output<typeof Bill>;

/** A bill with its lines: one for each category of payments, the total last. */
export const BillDetail = Bill.extend({
  lines: z.array(z.object({ ...billLineShape, ...costAmounts })),
  directMovements: DirectMovements,
  can: billAbilities,
});
export type BillDetail = z.output<typeof BillDetail>;

/** Told when a bill was made or changed. */
export const billTopic = "bill.changed";

export const billing = defineResource({
  name: "billing",
  for: "operator",
  record: Bill,
  refusals: {
    invalidTransition: { status: 409 },
    linesChanged: { status: 409 },
    altered: { status: 409 },
    otherCurrency: { status: 422, field: "currency" },
    planReversed: { status: 422, field: "maxFee" },
  },
  operations: {
    /** Bills of one mode, live unless told. */
    page: list(Bill, billSpec),
    detail: query(ById, BillDetail),
    lines: billedLines,
    download: billDownload,
    /** What its captures would have cost by another price. Does nothing; fees given back with refunds are left out. */
    comparePlan: query(FeePlan, FeePlanComparison, { method: "POST", refusals: ["otherCurrency", "planReversed"] }),
    /** Gives it its invoice number and shows it to its merchant. */
    issue: command(z.object(idAndVersion), Done, { refusals: ["invalidTransition", "linesChanged", "altered"] }),
    /** Adds a draft up again, for instance after costs were corrected. */
    recompute: command(z.object(idAndVersion), Done, { refusals: ["invalidTransition", "altered"] }),
    /** Answers what its merchant questions; it stands as it was issued. */
    answer: command(z.object({ ...idAndVersion, text: BillText }), Done, {
      refusals: ["invalidTransition", "altered"],
    }),
    export: exportOf(billSpec),
  },
  menu: { path: "/finance/billing", component: "billing/billing.list", icon: "receipt-text", order: 140 },
  messages: billingMessages,
});
