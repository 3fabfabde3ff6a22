import { fill } from "@countinghouse/contract/kit/locale.ts";
import { merPayChannelCfgMessages } from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.messages.ts";
import { merPayChannelCfg } from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { CheckoutPreview } from "./mer-pay-channel-cfg.preview.detail.tsx";

export const forms = formsOf(merPayChannelCfg, merPayChannelCfgMessages, {
  // Merchant, app and channel are for good.
  edit: {
    as: "drawer",
    sections: ({ words: { title }, text }) => {
      const hint = text.emptyMeansAll;
      return [
        {
          key: "line",
          title,
          fields: [
            "merchantId",
            { field: "coinAppId", hint: text.appHint },
            { field: "channelId", isWide: true },
            "sort",
            { field: "isOffered", hint: text.offeredHint },
          ],
        },
        {
          key: "conditions",
          title: text.conditions,
          fields: [
            { field: "currencies", hint, isWide: true },
            { field: "countries", hint: text.unknownHint, isWide: true },
            { field: "devices", hint: text.unknownHint, isWide: true },
            "limits",
          ],
        },
      ];
    },
  },
  preview: CheckoutPreview,
  arrange: { fields: ({ text }) => [{ field: "isOffered", hint: text.offeredHint }, "sort"] },
  // Adds the channels of another merchant, or every one, to a checkout.
  applyTemplate: {
    fields: ({ text }) => [
      { field: "merchantId", isWide: true },
      { field: "coinAppId", hint: text.appHint, isWide: true },
      { field: "fromMerchantId", hint: text.templateHint, isWide: true },
    ],
    done: ({ added }, { text }) => toast.success(fill(text.templateAdded, { count: added })),
  },
});
