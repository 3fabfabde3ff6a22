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

/** Which row is decided about, as it was read. */
export const decided = (row: Asked | undefined) => ({ id: row?.id, version: row?.version });

/** A form that says what was done about a row. */
export const marking = { isDeed: true, start: decided } as const;

/** A form that gives a word with it. */
export const remarking = { ...marking, fields: [{ field: "remark", isWide: true }] } as const;

/** What is said of a transfer, whoever it goes to. */
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

/** A question that says what becomes of the money: `{amount}` stands where that goes. */
export const saying = <Row extends Sum>(title: (row: Row) => string, text: () => string) => ({
  ask: ({ row }: { readonly row: Row }) => ({
    title: title(row),
    text: fill(text(), {
      amount: formatMoney(fromWire(row.amount, row.currency), { language: currentLocale() }),
    }),
  }),
});
