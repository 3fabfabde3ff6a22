import { gatewayMessages } from "@countinghouse/contract/gateways/gateway/gateway.messages.ts";
import { gateway } from "@countinghouse/contract/gateways/gateway/gateway.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

const taxFields = [
  "country",
  "base",
  "taxName",
  "rate",
  "isInclusive",
  "currency",
  "registrationNo",
  "validFrom",
  "validTo",
] as const;

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
  taxAdd: { fields: ({ text }) => [...taxFields, { field: "replaces", hint: text.replacesHint }] },
  taxUpdate: { fields: taxFields },
  setStatus: { fields: ({ text }) => [{ field: "status", hint: text.drainingHint }] },
});
