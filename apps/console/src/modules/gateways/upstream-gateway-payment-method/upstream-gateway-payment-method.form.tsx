import { upstreamGatewayPaymentMethodMessages } from "@countinghouse/contract/gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.messages.ts";
import { upstreamGatewayPaymentMethod } from "@countinghouse/contract/gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

export const forms = formsOf(upstreamGatewayPaymentMethod, upstreamGatewayPaymentMethodMessages, {
  // Provider and method are for good.
  edit: {
    as: "drawer",
    sections: ({ text }) => [
      {
        key: "offer",
        title: text.offer,
        fields: [
          "upstreamGatewayId",
          "paymentMethodId",
          "flow",
          { field: "supports", hint: text.supportsHint, isWide: true },
        ],
      },
      {
        key: "reach",
        title: text.reach,
        fields: [
          { field: "currencies", hint: text.emptyMeansAll, isWide: true },
          { field: "countries", hint: text.emptyMeansAll, isWide: true },
          "limits",
        ],
      },
      {
        key: "terms",
        title: text.terms,
        fields: [
          { field: "defaultCostPercent", hint: text.percentHint },
          "refundWindowDays",
          "disputeWindowDays",
          "defaultCostFixed",
        ],
      },
    ],
  },
  // Gives a provider what another offers already.
  copy: { done: (count, { text }) => toast.success(fill(text.copied, { count })) },
});
