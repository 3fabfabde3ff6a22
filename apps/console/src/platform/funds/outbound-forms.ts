import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { currentLocale } from "../i18n/language.ts";

interface Asked {
  readonly id: string;
  readonly version: number;
}

interface Sum {
  readonly amount: string;
  readonly currency: string;
}

/** Id and version of the decided row. */
export const decided = (row: Asked | undefined) => ({ id: row?.id, version: row?.version });

/** A form that records what was done about a row. */
export const marking = { isDeed: true, start: decided } as const;

/** A form with a remark. */
export const remarking = { ...marking, fields: [{ field: "remark", isWide: true }] } as const;

/** Forms of a transfer, to any beneficiary. */
export const transferForms = {
  reject: { ...marking, fields: [{ field: "reason", isWide: true }] },
  markPaid: { ...marking, fields: ["bankReference"] },
  markFailed: { ...marking, fields: ["failureCode", { field: "remark", isWide: true }] },
  resolveDifference: {
    ...marking,
    fields: [
      { field: "cause", isWide: true },
      { field: "note", isWide: true },
    ],
  },
} as const;

/** A question about the effect on the money: `{amount}` is replaced. */
export const saying = <Row extends Sum>(title: (row: Row) => string, text: () => string) => ({
  ask: ({ row }: { readonly row: Row }) => ({
    title: title(row),
    text: fill(text(), {
      amount: formatMoney(fromWire(row.amount, row.currency), { language: currentLocale() }),
    }),
  }),
});
