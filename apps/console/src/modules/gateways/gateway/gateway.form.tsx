import { gatewayMessages } from "@countinghouse/contract/gateways/gateway/gateway.messages.ts";
import { gateway } from "@countinghouse/contract/gateways/gateway/gateway.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

export const forms = formsOf(gateway, gatewayMessages, {
  // Provider and mode are for good.
  edit: {
    as: "drawer",
    fields: ({ text }) => [
      "upstreamGatewayId",
      "mode",
      "name",
      "region",
      { field: "legalEntity", isWide: true },
      "cutoffTime",
      "cutoffTimezone",
      "settlementLagDays",
      { field: "businessCalendar", hint: text.calendarHint },
      "priority",
      "remark",
    ],
  },
  setStatus: { fields: ({ text }) => [{ field: "status", hint: text.drainingHint }] },
});
