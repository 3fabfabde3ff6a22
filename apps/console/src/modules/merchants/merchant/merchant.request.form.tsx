import { merchantRequestMessages } from "@countinghouse/contract/merchants/merchant-request/merchant-request.messages.ts";
import { merchantRequest } from "@countinghouse/contract/merchants/merchant-request/merchant-request.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

/** The form starts with what is known: whoever asks changes what should be different. */
export const forms = formsOf(merchantRequest, merchantRequestMessages, {
  add: {
    as: "drawer",
    isDeed: true,
    fields: [
      "name",
      "nameEn",
      "legalName",
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
      "contactName",
      "contactPhone",
      "contactEmail",
      { field: "note", isWide: true },
    ],
    note: () => <p className="ch-field-wide ch-field-hint">{useWords(merchantRequestMessages).text.hint}</p>,
  },
});
