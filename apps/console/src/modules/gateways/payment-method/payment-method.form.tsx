import { paymentMethodMessages } from "@countinghouse/contract/gateways/payment-method/payment-method.messages.ts";
import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

export const forms = formsOf(paymentMethod, paymentMethodMessages, {
  // The code is for good.
  edit: {
    fields: ({ text }) => [
      { field: "code", hint: text.codeHint, isWide: true },
      "nameEn",
      "nameZhCn",
      "nameZhTw",
      "category",
      { field: "sort", hint: text.sortHint },
      "remark",
    ],
  },
});
