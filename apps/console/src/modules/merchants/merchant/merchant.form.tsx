import { merchantMessages } from "@countinghouse/contract/merchants/merchant/merchant.messages.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { changeSides } from "../../../platform/session/merchant-view.ts";
import { MerchantActivation } from "./merchant.activation.form.tsx";

/** What the operator decides about a merchant. */
const placing = ["riskLevel", "orgId"] as const;

export const forms = formsOf(merchant, merchantMessages, {
  edit: {
    as: "drawer",
    // Whoever sees several tenants chooses first: everything below follows from it.
    fields: ({ isOfMerchant, may, row, text }) => [
      ...(!row && may("sysTenant:list") ? [{ field: "tenantId", isWide: true, hint: text.tenantHint } as const] : []),
      "name",
      "legalName",
      "nameEn",
      "type",
      "country",
      "registrationNo",
      "taxNo",
      "incorporationDate",
      { field: "registeredAddress", isWide: true },
      "mcc",
      "website",
      "businessModel",
      "currency",
      "timezone",
      "expectedMonthlyVolume",
      "averageTicket",
      "contactName",
      "contactPhone",
      "contactEmail",
      ...(isOfMerchant ? [] : placing),
    ],
  },
  // What the merchant may go on doing, and why not the rest.
  suspend: {
    fields: ({ text }) => [
      { field: "canPay", hint: text.suspendHint },
      "canRefund",
      "canWithdraw",
      "canPayout",
      "reason",
    ],
  },
  activate: MerchantActivation,
  viewAs: {
    fields: ({ text }) => [{ field: "reason", hint: text.viewHint }],
    isDeed: true,
    done: () => changeSides("/"),
  },
});
