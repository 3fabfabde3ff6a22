import { isCurrency } from "@countinghouse/money/currency.ts";
import { parseDecimal } from "@countinghouse/money/decimal-amount.ts";
import { MoneyError } from "@countinghouse/money/money-error.ts";
import { addDays, daysBetween, isPlainDate } from "@countinghouse/money/plain-date.ts";
import { type StatementLine, type StatementRead, UnreadableStatement } from "./statement-file.port.ts";

/** A field of a message: tag, line number in the file, and its lines. */
interface Field {
  readonly tag: string;
  readonly line: number;
  readonly lines: string[];
}

const fault = ({ tag, line }: Field, value: string): UnreadableStatement =>
  new UnreadableStatement(`${line}`, `:${tag}:`, value);
const textOf = ({ lines }: Field): string => lines.join("");

/** The fields of each message: `:20:` begins one; text before it, or in other blocks, is the envelope. */
function messagesOf(text: string): Field[][] {
  const messages: Field[][] = [];
  for (const [at, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = raw.replace(/^\{1:.*\{4:/, "");
    const [, tag, rest = ""] = /^:(\d\d[A-Z]?):(.*)$/.exec(line) ?? [];
    if (tag === "20") messages.push([]);
    const message = messages.at(-1);
    if (!message || /^-\}?\s*$/.test(line)) continue;
    if (tag !== undefined) message.push({ tag, line: at + 1, lines: [rest] });
    else message.at(-1)?.lines.push(line);
  }
  return messages;
}

/** `YYMMDD`; two-digit years belong to this century. */
function dayOf(field: Field, text: string): string {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  if (!/^\d{6}$/.test(text) || !isPlainDate(day)) throw fault(field, text);
  return day;
}

function amountOf(field: Field, text: string, currency: string): bigint {
  const [whole = "", fraction = ""] = text.split(",");
  const digits = fraction.replace(/0+$/, "");
  try {
    return parseDecimal(digits ? `${whole}.${digits}` : whole, currency).amountMinor;
  } catch (error) {
    if (error instanceof MoneyError) throw fault(field, text);
    throw error;
  }
}

interface Balance {
  readonly day: string;
  readonly currency: string;
  readonly amount: bigint;
}

function balanceOf(field: Field): Balance {
  const [, side, day = "", currency = "", amount = ""] =
    /^([CD])(\d{6})([A-Z]{3})(\d{1,15}(?:,\d{0,3})?)$/.exec(textOf(field).trim()) ?? [];
  if (side === undefined) throw fault(field, textOf(field));
  const sign = side === "C" ? 1n : -1n;
  return { day: dayOf(field, day), currency, amount: sign * amountOf(field, amount, currency) };
}

/** `MMDD` of a booking date beside its value date: the nearer year is taken. */
function bookedOn(field: Field, valueDate: string, text: string | undefined): string {
  if (text === undefined) return valueDate;
  const year = Number(valueDate.slice(0, 4));
  const days = [year - 1, year, year + 1]
    .map((one) => `${one}-${text.slice(0, 2)}-${text.slice(2)}`)
    .filter(isPlainDate)
    .toSorted((a, b) => Math.abs(daysBetween(a, valueDate)) - Math.abs(daysBetween(b, valueDate)));
  if (days[0] === undefined) throw fault(field, text);
  return days[0];
}

/** Information in `:86:`: in numbered subfields (`?20`), in slash-separated code words (`/REMI/`), or as free text. */
interface Information {
  readonly code: string;
  readonly endToEndId: string;
  readonly partyName: string;
  readonly partyAccount: string;
  readonly remittance: string;
  /** What was ordered in another currency: code and amount, as `USD1000,00`. */
  readonly ordered?: string | undefined;
}

const nothingGiven = /^(?:NOTPROVIDED|NONREF|NOT PROVIDED)$/i;

/** The value of a code word such as `EREF+`, up to the next one. */
function behind(text: string, word: string): string {
  const [, found = ""] =
    new RegExp(`${word}\\+(.*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|IBAN|BIC)\\+|$)`).exec(text) ?? [];
  return found.trim();
}

function numberedParts(text: string): Information {
  const parts = text.split(/\?(?=\d\d)/);
  const of = (from: number, to: number) =>
    parts
      .slice(1)
      .filter((part) => Number(part.slice(0, 2)) >= from && Number(part.slice(0, 2)) <= to)
      .map((part) => part.slice(2))
      .join("");
  const details = of(20, 29) + of(60, 63);
  return {
    code: (parts[0] ?? "").trim(),
    endToEndId: behind(details, "EREF"),
    partyName: of(32, 33).trim(),
    partyAccount: of(31, 31).trim() || behind(details, "IBAN"),
    remittance: behind(details, "SVWZ") || details.trim(),
  };
}

function slashedParts(text: string): Information {
  const found: Record<string, string> = {};
  for (const [, word = "", value = ""] of text.matchAll(/\/([A-Z]{3,4})\/(.*?)(?=\/[A-Z]{3,4}\/|$)/g))
    found[word] ??= value.replace(/\/+$/, "").trim();
  const party = found.NAME ?? found.BENM ?? found.ORDP ?? "";
  return {
    code: "",
    endToEndId: found.EREF ?? "",
    partyName: party.replace(/^\/NAME\//, ""),
    partyAccount: found.IBAN ?? "",
    ordered: found.OCMT,
    remittance: (found.REMI ?? text).replace(/^USTD\/+/, ""),
  };
}

function informationOf(field: Field | undefined): Information {
  const text = field ? textOf(field) : "";
  if (/\?\d\d/.test(text)) return numberedParts(text);
  if (/^\/[A-Z]{3,4}\//.test(text)) return slashedParts(text);
  return {
    code: "",
    endToEndId: behind(text, "EREF"),
    partyName: "",
    partyAccount: "",
    remittance: field?.lines.join(" ").trim() ?? "",
  };
}

/** The ordered amount behind `/OCMT/`, where it is in another currency than the account. */
function orderedOf(field: Field, ordered: string | undefined, currency: string, sign: 1n | -1n) {
  const [, code = "", amount = ""] = /^([A-Z]{3})(\d{1,15}(?:,\d{0,3})?)$/.exec(ordered ?? "") ?? [];
  if (code === "" || code === currency || !isCurrency(code)) return {};
  return { told: { currency: code, amount: sign * amountOf(field, amount, code) } };
}

const chargeCodes = /^[NSF](?:CHG|COM|INT)$/;
const returnCodes = /^[NSF](?:RTI|RET)$/;

const lineForm =
  /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?(\d{1,15}(?:,\d{0,3})?)([NSF][A-Z0-9]{3})([^/]{0,16}(?:\/(?!\/)[^/]*)*)(?:\/\/(.{0,16}))?/;

function lineOf(field: Field, information: Field | undefined, currency: string): StatementLine {
  const [first = "", ...rest] = field.lines;
  const match = lineForm.exec(first);
  if (!match) throw fault(field, first);
  const [, day = "", booked, side = "", , amount = "", code = "", reference = "", bankRef = ""] = match;
  const valueDate = dayOf(field, day);
  const told = informationOf(information);
  // A reversed credit is outgoing, a reversed debit incoming.
  const sign = side === "C" || side === "RD" || side === "EC" ? 1n : -1n;
  const isReturn = side.startsWith("R") || returnCodes.test(code);
  const endToEndId = told.endToEndId || reference.trim();
  return {
    type: chargeCodes.test(code) ? "charge" : isReturn ? "return" : "transfer",
    bookingDate: bookedOn(field, valueDate, booked),
    valueDate,
    amount: sign * amountOf(field, amount, currency),
    bankCode: told.code === "" ? code : `${code}/${told.code}`,
    bankRef: bankRef.trim(),
    endToEndId: nothingGiven.test(endToEndId) ? "" : endToEndId,
    partyName: told.partyName,
    partyAccount: told.partyAccount,
    remittance: told.remittance || rest.join(" ").trim(),
    ...orderedOf(field, told.ordered, currency, sign),
  };
}

/** A page of a statement: one message. */
interface Page {
  readonly account: string;
  readonly bankNo: string;
  readonly page: string;
  readonly opening: Balance;
  readonly closing: Balance;
  readonly lines: readonly StatementLine[];
}

function pageOf(fields: readonly Field[]): Page {
  const start = fields[0] as Field;
  const one = (tag: string): Field => {
    const field = fields.find((each) => each.tag === tag || each.tag === `${tag}F` || each.tag === `${tag}M`);
    if (!field) throw new UnreadableStatement(`${start.line}`, `:${tag}:`, "");
    return field;
  };
  const opening = balanceOf(one("60"));
  const closing = balanceOf(one("62"));
  if (closing.currency !== opening.currency) throw fault(one("62"), closing.currency);
  const [bankNo = "", page = ""] = textOf(one("28C")).trim().split("/");
  const lines = fields.flatMap((field, at) => {
    if (field.tag !== "61") return [];
    const next = fields[at + 1];
    return [lineOf(field, next?.tag === "86" ? next : undefined, opening.currency)];
  });
  return { account: textOf(one("25")).trim(), bankNo, page, opening, closing, lines };
}

const isNextPage = (before: Page, page: Page): boolean =>
  page.account === before.account &&
  page.bankNo === before.bankNo &&
  page.page !== "" &&
  page.page !== before.page &&
  page.opening.amount === before.closing.amount;

/** The statements of an MT940 file; undefined for another file. Pages of the same number form one statement. */
export function readMt940(text: string): readonly StatementRead[] | undefined {
  if (!/^:20:/m.test(text.replace(/^\{1:.*\{4:/gm, "")) || !/^:25:/m.test(text)) return undefined;
  const joined: Page[][] = [];
  for (const page of messagesOf(text).map(pageOf)) {
    const former = joined.at(-1);
    const last = former?.at(-1);
    if (former && last && isNextPage(last, page)) former.push(page);
    else joined.push([page]);
  }
  return joined.map((pages) => {
    const [first, last] = [pages[0] as Page, pages.at(-1) as Page];
    const lines = pages.flatMap((page) => page.lines).filter(({ amount }) => amount !== 0n);
    const toDate = last.closing.day;
    // It opens with the closing balance of the day before.
    const days = [...lines.map(({ bookingDate }) => bookingDate), addDays(first.opening.day, 1), toDate].toSorted();
    return {
      account: first.account,
      bankNo: first.bankNo,
      currency: first.opening.currency,
      fromDate: days[0] ?? toDate,
      toDate,
      opening: first.opening.amount,
      closing: last.closing.amount,
      lines,
    };
  });
}
