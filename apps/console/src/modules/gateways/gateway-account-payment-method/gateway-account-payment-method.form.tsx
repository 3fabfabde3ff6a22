import { gatewayAccountPaymentMethodMessages } from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.messages.ts";
import { gatewayAccountPaymentMethod } from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

export const forms = formsOf(gatewayAccountPaymentMethod, gatewayAccountPaymentMethodMessages, {
  // Account and method are for good.
  edit: {
    as: "drawer",
    sections: ({ text }) => [
      {
        key: "reach",
        title: text.reach,
        fields: [
          "gatewayAccountId",
          "paymentMethodId",
          { field: "currencies", hint: text.emptyMeansAccount, isWide: true },
          { field: "countries", hint: text.emptyMeansAccount, isWide: true },
          "limits",
        ],
      },
      {
        key: "costs",
        title: text.costs,
        fields: [{ field: "costModel", isWide: true }, "refundCost", "disputeCost"],
      },
    ],
  },
  // A price from a day on.
  costAdd: {
    fields: ["currency", "cardRegion", "percent", "fixed", "minimum", "maximum", { field: "validFrom", isWide: true }],
    start: (row) => ({ id: row?.id }),
  },
});
