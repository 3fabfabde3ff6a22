import { coinAppMessages } from "@countinghouse/contract/merchants/coin-app/coin-app.messages.ts";
import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

export const forms = formsOf(coinApp, coinAppMessages, {
  edit: {
    as: "drawer",
    sections: ({ text }) => [
      {
        key: "about",
        title: text.about,
        fields: [
          { field: "merchantId", isWide: true },
          "name",
          "defaultCurrency",
          "category",
          "platforms",
          { field: "description", isWide: true },
        ],
      },
      {
        key: "addresses",
        title: text.addresses,
        fields: [
          { field: "returnUrl", isWide: true, hint: text.httpHint },
          { field: "cancelUrl", isWide: true },
          { field: "notifyUrl", isWide: true },
          { field: "allowedOrigins", hint: text.originsHint, isWide: true },
        ],
      },
      {
        key: "payerPage",
        title: text.payerPage,
        fields: [
          { field: "payerNames", hint: text.payerNamesHint, isWide: true },
          { field: "brandColor", hint: text.brandColorHint, isWide: true },
        ],
      },
      {
        key: "orders",
        title: text.orders,
        fields: [
          "maxAttempts",
          "orderExpireMinutes",
          { field: "descriptorSuffix", hint: text.statementHint, isWide: true },
        ],
      },
    ],
  },
  // Limits one of an app's keys, or switches it on and off.
  updateKey: {
    fields: ({ text }) => [
      "isEnabled",
      "expireTime",
      { field: "scopes", hint: text.scopesHint, isWide: true },
      { field: "allowedIps", hint: text.allowedIpsHint, isWide: true },
    ],
  },
});
