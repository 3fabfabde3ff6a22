import { merchantAccountCfgMessages } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.messages.ts";
import { merchantAccountCfg } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { MerchantAccountCfgApprove } from "./merchant-account-cfg.detail.tsx";
import { reserveFields, sections } from "./terms-fields.part.ts";

export const forms = formsOf(merchantAccountCfg, merchantAccountCfgMessages, {
  // Terms, or the next version of those it is opened on.
  add: {
    as: "drawer",
    start: (row) => (row ? { ...row, validFrom: null } : {}),
    sections: ({ row, values: { settlementFrequency, reserveType }, text }) => {
      const isDisabled = row !== undefined;
      return [
        {
          key: "settlement",
          title: text.settlement,
          fields: [
            { field: "merchantId", isWide: true, isDisabled },
            { field: "settlementCurrency", isDisabled },
            "settlementDays",
            "settlementFrequency",
            ...(settlementFrequency === "daily" ? [] : (["settlementDay"] as const)),
            "settlementZone",
            { field: "cutoffTime", hint: text.cutoffHint },
            { field: "calendars", hint: text.calendarsHint },
            "minSettlementAmount",
            "autoSettle",
            "validFrom",
          ],
        },
        {
          key: "reserve",
          title: text.reserve,
          fields:
            reserveType === "rolling" || reserveType === "fixed" ? reserveFields[reserveType] : reserveFields.none,
        },
        {
          key: "withdrawals",
          title: text.withdrawals,
          fields: sections.withdrawals.map((field) =>
            field === "autoApproveLimit" ? { field, hint: text.autoApproveHint } : field,
          ),
        },
        { key: "exchange", title: text.exchange, fields: sections.exchange },
      ];
    },
  },
  approve: MerchantAccountCfgApprove,
  reject: { fields: ({ text }) => [{ field: "reason", hint: text.rejectLead }] },
});
