import { z } from "zod";
import { field } from "../../kit/field.ts";

/** What a column of a bank's table can tell. */
export const bankCsvFields = [
  "bookingDate",
  "valueDate",
  "amount",
  "debit",
  "credit",
  "direction",
  "balance",
  "reference",
  "endToEndId",
  "partyName",
  "partyAccount",
  "remittance",
  "bankCode",
] as const;
export type BankCsvField = (typeof bankCsvFields)[number];

const Place = z.number().int().min(0).max(255);

/** How the columns of a bank's table become lines: the place of each, from 0, and how days and amounts are written. */
export const BankCsvMapping = z.object({
  columns: z.partialRecord(z.enum(bankCsvFields), Place),
  /** Which comes first in dates that do not begin with the year. */
  dayOrder: field(z.enum(["dayFirst", "monthFirst"]), { kind: "code" }),
  decimalSign: field(z.enum([".", ","]), { kind: "code" }),
});
export type BankCsvMapping = z.output<typeof BankCsvMapping>;

/** What a mapping still lacks: a booking date, and an amount or both of debit and credit. */
export function missingBankFields({ columns }: BankCsvMapping): readonly BankCsvField[] {
  const hasAmount = columns.amount !== undefined || (columns.debit !== undefined && columns.credit !== undefined);
  return [
    ...(columns.bookingDate === undefined ? (["bookingDate"] as const) : []),
    ...(hasAmount ? [] : (["amount"] as const)),
  ];
}

/** Headings that banks write over their columns, in small letters without blanks and signs. */
const headings: Readonly<Record<BankCsvField, RegExp>> = {
  bookingDate: /^(?:booking|posting|entry|transaction|buchungs?|記帳|入账|交易|入帳)?(?:date|tag|datum|日期|日)$/,
  valueDate: /^(?:value|valuta|wertstellung|effective|起息|計息)(?:date|datum|日期|日)?$/,
  amount: /^(?:transaction)?(?:amount|betrag|umsatz|金额|金額|交易金额|交易金額)(?:eur|usd|gbp)?$/,
  debit: /^(?:debit(?:amount)?|soll|paidout|moneyout|withdrawals?|支出(?:金额|金額)?|借方(?:金额|金額)?)$/,
  credit: /^(?:credit(?:amount)?|haben|paidin|moneyin|deposits?|收入(?:金额|金額)?|貸方(?:金額)?|贷方(?:金额)?)$/,
  direction: /^(?:debitcredit|creditdebit|drcr|crdr|dc|cd|direction|sollhaben|借贷(?:标志)?|借貸(?:別)?)$/,
  balance: /^(?:running|account|closing|current)?(?:balance|saldo|余额|餘額|结余|結餘)$/,
  reference: /^(?:bank|transaction|entry)?(?:reference|ref|referenz|referenceno|流水号|序號|交易序号)$/,
  endToEndId: /^(?:endtoend(?:id|reference|referenz|ref)?|e2e(?:id)?|kundenreferenz|customerreference)$/,
  partyName:
    /^(?:counterparty(?:name)?|beneficiary(?:orpayer)?|payee|payer|name|auftraggeberempfanger|对方户名|對方戶名)$/,
  partyAccount: /^(?:counterparty(?:account|iban)|iban|account(?:number|no)?|kontonummer|对方账号|對方帳號)$/,
  remittance:
    /^(?:remittance(?:information|info)?|description|details|narrative|memo|purpose|verwendungszweck|摘要|用途|附言|備註|备注)$/,
  bankCode: /^(?:type|transactiontype|code|transactioncode|buchungstext|交易类型|交易類型)$/,
};

const plain = (heading: string): string =>
  heading
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\s_./()（）:-]/g, "")
    .toLowerCase();

/** What the headings of a table suggest; whoever imports it corrects the rest. */
export function proposeBankMapping(columns: readonly string[]): BankCsvMapping {
  const found: Partial<Record<BankCsvField, number>> = {};
  for (const name of bankCsvFields) {
    const at = columns.findIndex((heading, place) => headings[name].test(plain(heading)) && !isTaken(found, place));
    if (at >= 0) found[name] = at;
  }
  return { columns: found, dayOrder: "dayFirst", decimalSign: "." };
}

const isTaken = (found: Partial<Record<BankCsvField, number>>, place: number): boolean =>
  Object.values(found).includes(place);
