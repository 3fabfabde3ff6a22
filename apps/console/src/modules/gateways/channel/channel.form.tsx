import { channelMessages } from "@countinghouse/contract/gateways/channel/channel.messages.ts";
import { channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

export const forms = formsOf(channel, channelMessages, {
  // Its code and its method are for good.
  edit: {
    as: "drawer",
    sections: ({ words: { title }, text }) => [
      {
        key: "channel",
        title,
        fields: [
          "channelCode",
          "paymentMethodId",
          "name",
          { field: "gatewayId", hint: text.gatewayHint },
          "sort",
          { field: "checkoutLabel", isWide: true },
          "remark",
        ],
      },
      {
        key: "coverage",
        title: text.coverage,
        fields: [
          { field: "currencies", hint: text.emptyMeansAll, isWide: true },
          { field: "countries", hint: text.emptyMeansAll, isWide: true },
          "limits",
        ],
      },
      { key: "sale", title: text.sale, fields: ["recommendedPercent", "recommendedFixed"] },
    ],
  },
  // The window in which nobody pays over the channel.
  maintenance: {
    fields: ({ text }) => [
      { field: "from", hint: text.windowHint },
      "to",
      { field: "message", hint: text.messageHint, isWide: true },
    ],
    start: (row) => ({
      ...row,
      from: row?.maintenanceFrom ?? null,
      to: row?.maintenanceTo ?? null,
      message: row?.maintenanceMessage ?? null,
    }),
  },
  // One under maintenance counts as enabled.
  setStatus: { start: (row) => ({ ...row, status: row?.status === "disabled" ? "disabled" : "enabled" }) },
});
