import { sysRateMessages } from "@countinghouse/contract/funds/rate/rate.messages.ts";
import { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { RateConvert } from "./rate.convert.detail.tsx";
import { RateImport } from "./rate.import.form.tsx";

export const forms = formsOf(sysRate, sysRateMessages, {
  convert: RateConvert,
  import: RateImport,
  add: {
    fields: ({ text }) => [
      "baseCurrency",
      "quoteCurrency",
      { field: "rate", hint: text.rateHint },
      { field: "effectiveTime", hint: text.effectiveHint },
      "remark",
    ],
  },
});
