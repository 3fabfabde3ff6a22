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
  DirectMovements,
  idAndVersion,
} from "./bill-fields.ts";
import { merchantBillingMessages } from "./merchant-billing.messages.ts";

/** A bill as its merchant sees it: once it is issued, and without what it costs us. */
export const MerchantBill = z.object(billShape);
export type MerchantBill = z.output<typeof MerchantBill>;

/** A bill with its lines: one for each category of payments, the total last. */
export const MerchantBillDetail = MerchantBill.extend({
  lines: z.array(z.object(billLineShape)),
  directMovements: DirectMovements,
  can: billAbilities,
});
export type MerchantBillDetail = z.output<typeof MerchantBillDetail>;

export const merchantBilling = defineResource({
  name: "merchantBilling",
  record: MerchantBill,
  refusals: {
    invalidTransition: { status: 409 },
    altered: { status: 409 },
    merchantsAlone: { status: 403 },
  },
  operations: {
    /** Issued bills of one mode, live unless told. */
    page: list(MerchantBill, billSpec),
    detail: query(ById, MerchantBillDetail),
    lines: billedLines,
    download: billDownload,
    confirm: command(z.object(idAndVersion), Done, { refusals: ["merchantsAlone", "invalidTransition", "altered"] }),
    /** Questions a bill. Its batch is not confirmed until the operator has answered; one that is, is settled all the same. */
    query: command(z.object({ ...idAndVersion, text: BillText }), Done, {
      refusals: ["merchantsAlone", "invalidTransition", "altered"],
    }),
    export: exportOf(billSpec),
  },
  menu: {
    path: "/finance/bill",
    component: "billing/merchant-billing.list",
    icon: "receipt-text",
    order: 150,
  },
  messages: merchantBillingMessages,
});
