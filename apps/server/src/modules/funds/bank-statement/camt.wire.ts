import { isCurrency } from "@countinghouse/money/currency.ts";
import { parseDecimal } from "@countinghouse/money/decimal-amount.ts";
import { MoneyError } from "@countinghouse/money/money-error.ts";
import { isPlainDate } from "@countinghouse/money/plain-date.ts";
import { createTurnYielder } from "../../../platform/load/turn-yielder.ts";
import { type StatementLine, type StatementRead, UnreadableStatement } from "./statement-file.port.ts";
import { elementAt, elementsAt, readXml, textAt, type XmlElement } from "./xml-tree.wire.ts";

const fault = (element: XmlElement, what: string, value: string): UnreadableStatement =>
  new UnreadableStatement(`XML ${element.line}`, what, value);

/** Length of an amount: eighteen digits and a point (ISO 20022, ActiveOrHistoricCurrencyAndAmount). */
const amountLengthMax = 19;

/** A signed amount; banks append zeros beyond the currency's decimals. */
function amountOf(element: XmlElement, currency: string, path = "Amt"): bigint {
  const amount = elementAt(element, path);
  const text = amount?.text.trim() ?? "";
  const code = amount?.attributes.Ccy ?? "";
  if (code !== currency) throw fault(element, `${path}/@Ccy`, code);
  if (text.length > amountLengthMax) throw fault(element, path, `${text.slice(0, amountLengthMax)}…`);
  try {
    return parseDecimal(text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, ""), currency).amountMinor;
  } catch (error) {
    if (error instanceof MoneyError) throw fault(element, path, text);
    throw error;
  }
}

/** Sign by the credit/debit indicator. */
function signOf(element: XmlElement, fallback?: 1n | -1n): 1n | -1n {
  const text = textAt(element, "CdtDbtInd");
  if (text === "CRDT") return 1n;
  if (text === "DBIT") return -1n;
  if (text === "" && fallback) return fallback;
  throw fault(element, "CdtDbtInd", text);
}

function dayAt(element: XmlElement, ...paths: readonly string[]): string {
  const text = textAt(element, ...paths.flatMap((path) => [`${path}/Dt`, `${path}/DtTm`])).slice(0, 10);
  if (!isPlainDate(text)) throw fault(element, paths[0] ?? "", text);
  return text;
}

/** A balance of one type; undefined where the statement has none. */
function balanceOf(statement: XmlElement, currency: string, kinds: readonly string[]): bigint | undefined {
  for (const kind of kinds) {
    const balance = elementsAt(statement, "Bal").find((one) => textAt(one, "Tp/CdOrPrtry/Cd") === kind);
    if (balance) return signOf(balance) * amountOf(balance, currency);
  }
  return undefined;
}

const accountOf = (element: XmlElement | undefined): string => textAt(element, "Id/IBAN", "Id/Othr/Id");

/** Bank transaction code families (ISO 20022 external codes) of charges and of returns. */
const chargeCodes = /^(?:CHRG|COMM|FEES|COMI)$/;
const returnCodes = /^(?:RRTN|RPCR|UPDD|ARET|RVSL)$/;

function typeOf(codes: readonly string[], isReturn: boolean): StatementLine["type"] {
  if (codes.some((code) => chargeCodes.test(code))) return "charge";
  return isReturn || codes.some((code) => returnCodes.test(code)) ? "return" : "transfer";
}

/** A reference without the banks' placeholder for none. */
const given = (text: string): string => (/^(?:NOTPROVIDED|NONREF|NOT PROVIDED)$/i.test(text) ? "" : text);

/** What was ordered in another currency, by the entry or its transaction (ISO 20022, InstructedAmount). */
function orderedOf(details: XmlElement | undefined, { entry, currency, isBatch }: OfEntry, sign: 1n | -1n): Told {
  const path = "AmtDtls/InstdAmt/Amt";
  // Of an entry with several transactions, its own amount is that of all.
  const holder = [details, isBatch ? undefined : entry].find((one) => one && elementAt(one, path));
  const code = holder && elementAt(holder, path)?.attributes.Ccy;
  if (!holder || !code || code === currency || !isCurrency(code)) return {};
  return { told: { currency: code, amount: sign * amountOf(holder, code, path) } };
}

type Told = Pick<StatementLine, "told">;

interface OfEntry {
  readonly entry: XmlElement;
  readonly currency: string;
  readonly isBatch: boolean;
}

/** A line from an entry as a whole, or from one of its transaction details. */
function lineOf(of: OfEntry, details: XmlElement | undefined, amount: bigint): StatementLine {
  const { entry } = of;
  const codes = ["Domn/Cd", "Domn/Fmly/Cd", "Domn/Fmly/SubFmlyCd", "Prtry/Cd"].map((path) =>
    textAt(entry, `BkTxCd/${path}`),
  );
  const ofDetails = ["Domn/Fmly/SubFmlyCd", "Prtry/Cd"].map((path) => textAt(details, `BkTxCd/${path}`));
  const [party, account] = amount < 0n ? (["Cdtr", "CdtrAcct"] as const) : (["Dbtr", "DbtrAcct"] as const);
  const isReturn = elementAt(details, "RtrInf") !== undefined || textAt(entry, "RvslInd") === "true";
  const remittance = [
    ...elementsAt(details, "RmtInf/Ustrd").map(({ text }) => text.trim()),
    ...elementsAt(details, "RmtInf/Strd").map((one) => textAt(one, "CdtrRefInf/Ref")),
    textAt(details, "AddtlTxInf"),
    textAt(details, "RtrInf/Rsn/Cd", "RtrInf/Rsn/Prtry"),
  ].filter((text) => text !== "");
  const bookingDate = dayAt(entry, "BookgDt", "ValDt");
  return {
    type: typeOf([...codes, ...ofDetails], isReturn),
    bookingDate,
    valueDate: elementAt(entry, "ValDt") ? dayAt(entry, "ValDt") : bookingDate,
    amount,
    bankCode: codes.filter((code) => code !== "").join("/"),
    bankRef: textAt(details, "Refs/AcctSvcrRef", "Refs/TxId") || textAt(entry, "AcctSvcrRef", "NtryRef"),
    endToEndId: given(textAt(details, "Refs/EndToEndId", "Refs/InstrId")),
    partyName: textAt(details, `RltdPties/${party}/Pty/Nm`, `RltdPties/${party}/Nm`),
    partyAccount: accountOf(elementAt(details, `RltdPties/${account}`)),
    remittance: remittance.join(" ") || textAt(entry, "AddtlNtryInf"),
    ...orderedOf(details, of, amount < 0n ? -1n : 1n),
  };
}

/** Amount of one transaction of an entry; undefined where the bank gives none in the account's currency. */
function detailAmount(details: XmlElement, { entry, currency }: OfEntry): bigint | undefined {
  const path = ["Amt", "AmtDtls/TxAmt/Amt"].find((one) => elementAt(details, one)?.attributes.Ccy === currency);
  return path === undefined ? undefined : signOf(details, signOf(entry)) * amountOf(details, currency, path);
}

/** An entry as one line, or as its transactions where those sum to it: transfers of a batch are matched one by one. */
function linesOf(entry: XmlElement, currency: string): StatementLine[] {
  const total = signOf(entry) * amountOf(entry, currency);
  const all = elementsAt(entry, "NtryDtls").flatMap((details) => elementsAt(details, "TxDtls"));
  const of = { entry, currency, isBatch: all.length > 1 };
  const [first, second] = all;
  if (second === undefined) return [lineOf(of, first, total)];
  const amounts = all.map((details) => detailAmount(details, of));
  const isWhole = amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n) === total;
  if (!isWhole || amounts.some((amount) => amount === undefined || amount === 0n))
    return [lineOf(of, undefined, total)];
  return all.map((details, at) => lineOf(of, details, amounts[at] ?? 0n));
}

/** Whether an entry is booked: pending ones are in no balance. */
const isBooked = (entry: XmlElement): boolean => textAt(entry, "Sts/Cd", "Sts/Prtry", "Sts") === "BOOK";

async function statementOf(statement: XmlElement): Promise<StatementRead> {
  const balance = elementAt(statement, "Bal");
  const currency = textAt(statement, "Acct/Ccy") || (elementAt(balance, "Amt")?.attributes.Ccy ?? "");
  if (!/^[A-Z]{3}$/.test(currency)) throw fault(statement, "Acct/Ccy", currency);
  const opening = balanceOf(statement, currency, ["OPBD", "PRCD"]);
  const closing = balanceOf(statement, currency, ["CLBD"]);
  if (opening === undefined || closing === undefined)
    throw fault(statement, "Bal", opening === undefined ? "OPBD" : "CLBD");
  const account = accountOf(elementAt(statement, "Acct"));
  if (account === "") throw fault(statement, "Acct/Id", "");
  const lines: StatementLine[] = [];
  const yieldTurn = createTurnYielder();
  for (const entry of elementsAt(statement, "Ntry").filter(isBooked)) {
    lines.push(...linesOf(entry, currency).filter(({ amount }) => amount !== 0n));
    await yieldTurn();
  }
  const days = lines.map(({ bookingDate }) => bookingDate).toSorted();
  const toDate = textAt(statement, "FrToDt/ToDtTm", "FrToDt/ToDt").slice(0, 10);
  const closed = elementsAt(statement, "Bal").find((one) => textAt(one, "Tp/CdOrPrtry/Cd") === "CLBD");
  const lastDay = closed ? dayAt(closed, "Dt") : toDate;
  const fromDate = textAt(statement, "FrToDt/FrDtTm", "FrToDt/FrDt").slice(0, 10) || days[0] || lastDay;
  if (!isPlainDate(fromDate)) throw fault(statement, "FrToDt", fromDate);
  return {
    account,
    bankNo: textAt(statement, "LglSeqNb", "ElctrncSeqNb", "Id").slice(0, 64),
    currency,
    fromDate: [fromDate, lastDay].toSorted()[0] ?? lastDay,
    toDate: lastDay,
    opening,
    closing,
    lines,
  };
}

/**
 * The statements of a camt.053 file of any version; undefined for another document. Throws {@link
 * UnreadableStatement}. Intraday reports (camt.052) and notifications (camt.054) are other documents: they have no
 * balances to tie.
 */
export async function readCamt(text: string): Promise<readonly StatementRead[] | undefined> {
  const report = elementAt(await readXml(text), "BkToCstmrStmt");
  if (!report) return undefined;
  const statements: StatementRead[] = [];
  for (const statement of elementsAt(report, "Stmt")) statements.push(await statementOf(statement));
  return statements;
}
