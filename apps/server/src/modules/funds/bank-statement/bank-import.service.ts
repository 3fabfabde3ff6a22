import { createHash } from "node:crypto";
import {
  type BankCsvMapping,
  missingBankFields,
  proposeBankMapping,
} from "@countinghouse/contract/funds/bank-statement/bank-csv.ts";
import { bankLineMessages } from "@countinghouse/contract/funds/bank-statement/bank-line.messages.ts";
import { bankStatementMessages } from "@countinghouse/contract/funds/bank-statement/bank-statement.messages.ts";
import {
  type BankPreview,
  bankLinesMax,
  type bankStatement,
  bankStatementsMax,
} from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { plainNumber } from "@countinghouse/contract/funds/payout-account/account-number.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { asKeptText, maskCardNumbers } from "@countinghouse/contract/platform/card-number.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { isOurAccount, openNumber } from "../payout-account/index.ts";
import { insertLines, type NewLine } from "./bank-line.store.ts";
import { saysNothing } from "./bank-match.policy.ts";
import {
  findOurAccount,
  holdOurAccount,
  houseOf,
  insertStatement,
  knownStatements,
  lastMapping,
  type OurAccount,
  refOfStatement,
  type StatementRow,
  statementLike,
  statementWithLine,
} from "./bank-statement.store.ts";
import { readMapped } from "./statement-csv.wire.ts";
import { duplicateStatementIn } from "./statement-duplicates.wire.ts";
import { type StatementLine, type StatementRead, UnreadableStatement } from "./statement-file.port.ts";
import { type KnownFile, readStatements } from "./statement-file.wire.ts";

type Operations = typeof bankStatement.operations;
type Ring = () => KeyRing;

/** Queue in which statements are matched. */
export const bankMatchQueue = "bankStatement.match";

/** An uploaded file with the column mapping of a table. */
interface ArrivedStatements {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly source: StatementRow["source"];
  readonly mapping?: BankCsvMapping | null | undefined;
  readonly openingAmount?: string | null | undefined;
  readonly closingAmount?: string | null | undefined;
}

/** A statement whose balances tie, with its movements. */
interface Tied extends StatementRead {
  readonly credit: bigint;
  readonly debit: bigint;
}

interface ReadFile {
  readonly format: StatementRow["format"];
  readonly statements: readonly Tied[];
  readonly mapping: BankCsvMapping | null;
}

const sum = (lines: readonly StatementLine[], isMeant: (amount: bigint) => boolean): bigint =>
  lines.reduce((total, { amount }) => (isMeant(amount) ? total + amount : total), 0n);

/** Checks that opening balance plus lines equals closing balance: otherwise the statement was truncated or altered. */
function tied(ctx: Context, read: StatementRead): Tied {
  const credit = sum(read.lines, (amount) => amount > 0n);
  const debit = -sum(read.lines, (amount) => amount < 0n);
  const movement = credit - debit;
  if (read.opening + movement !== read.closing) {
    const shown = (minor: bigint) =>
      formatMoney(fromWire(String(minor), read.currency), { language: ctx.request.locale });
    throw refuse("bankStatement.untied", {
      bankNo: read.bankNo || read.toDate,
      opening: shown(read.opening),
      movement: shown(movement),
      sum: shown(read.opening + movement),
      closing: shown(read.closing),
    });
  }
  return { ...read, credit, debit };
}

/**
 * Whether the account number in a file is this account's: alone, followed by the currency, or preceded by the bank
 * code.
 */
export function isNumberOf(written: string, own: string): boolean {
  const number = plainNumber(own);
  const bare = (text: string) => text.replace(/^0+/, "");
  return [plainNumber(written), plainNumber(written).replace(/[A-Z]{3}$/, "")].some((plain) => {
    const [, behindCode = ""] = /\/(.+)$/.exec(plain) ?? [];
    const isTail = bare(number).length >= 6 && plain.endsWith(bare(number));
    return plain === number || isTail || (behindCode !== "" && bare(behindCode) === bare(number));
  });
}

function assertOfAccount(ring: Ring, account: OurAccount, { account: written, currency: code }: StatementRead): void {
  if (written !== null && !isNumberOf(written, openNumber(ring(), account)))
    throw refuse("bankStatement.otherAccount", { account: written.slice(-4), last4: account.last4 });
  if (code !== account.currency)
    throw refuse("bankStatement.otherCurrency", { currency: code, expected: account.currency });
}

/** Label of a table column or a file's field in the reader's language, if it has one. */
const fieldWords = (ctx: Context, name: string): string => {
  const fields: Readonly<Record<string, string>> = {
    ...bankStatementMessages[ctx.request.locale].fields,
    ...bankLineMessages[ctx.request.locale].fields,
  };
  return fields[name] ?? name;
};

async function knownForm(ctx: Context, bytes: Uint8Array): Promise<KnownFile> {
  const known = await told(ctx, () => readStatements(bytes));
  if (!known) throw refuse("bankStatement.unknownForm");
  return known;
}

/** Turns an unreadable file into a refusal that tells the place. */
async function told<T>(ctx: Context, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    const { place, what, value } = error;
    throw refuse("bankStatement.unreadable", {
      place,
      what: fieldWords(ctx, what),
      value: maskCardNumbers(value),
    });
  }
}

async function statementsOf(
  ctx: Context,
  account: OurAccount,
  known: KnownFile,
  file: ArrivedStatements,
  mapping: BankCsvMapping | null,
): Promise<readonly StatementRead[]> {
  if (!("table" in known)) return known.statements;
  const lacking = mapping ? missingBankFields(mapping) : [];
  if (!mapping || lacking.length > 0)
    throw refuse("bankStatement.mappingLacks", {
      fields: lacking.map((name) => fieldWords(ctx, name)).join(", ") || fieldWords(ctx, "mapping"),
    });
  const { openingAmount, closingAmount } = file;
  const given =
    openingAmount && closingAmount ? { opening: BigInt(openingAmount), closing: BigInt(closingAmount) } : undefined;
  if (known.table.rows.length === 0) throw refuse("bankStatement.emptyFile");
  const read = await told(ctx, () => readMapped(known.table, mapping, { currency: account.currency, given }));
  if (!read) throw refuse("bankStatement.balancesMissing");
  return [read];
}

/** Reads all statements of a file for an account. Refuses a file that is incomplete or of another account. */
async function readFile(
  ctx: Context,
  ring: Ring,
  account: OurAccount,
  known: KnownFile,
  file: ArrivedStatements,
  mapping: BankCsvMapping | null,
): Promise<ReadFile> {
  const read = await statementsOf(ctx, account, known, file, mapping);
  const statements = read.map((one) => ({ ...one, bankNo: kept(one.bankNo, 64) }));
  if (statements.length === 0) throw refuse("bankStatement.emptyFile");
  const { title } = bankStatementMessages[ctx.request.locale];
  if (statements.length > bankStatementsMax)
    throw refuse("bankStatement.tooMany", { limit: bankStatementsMax, what: title });
  const lineCount = statements.reduce((count, { lines }) => count + lines.length, 0);
  if (lineCount > bankLinesMax)
    throw refuse("bankStatement.tooMany", { limit: bankLinesMax, what: fieldWords(ctx, "lineCount") });
  for (const one of statements) assertOfAccount(ring, account, one);
  const twice = duplicateStatementIn(statements);
  if (twice) throw refuse("bankStatement.twiceInFile", twice);
  return {
    format: known.format,
    statements: statements.filter(({ toDate }) => toDate !== "").map((one) => tied(ctx, one)),
    mapping: known.format === "csv" ? mapping : null,
  };
}

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A verified account of ours in the actor's scope. */
async function usableAccount(ctx: Context, id: string): Promise<OurAccount> {
  const account = await findOurAccount(ctx, id);
  if (!(await isOurAccount(ctx, account))) throw refuse("bankStatement.accountUnfit");
  return account;
}

/** A text of the bank as it is kept: without card numbers, and as long as its place. */
const kept = (text: string, max: number): string => asKeptText(text).slice(0, max);

const lineOf = (ctx: Context, statement: StatementRow, line: StatementLine, at: number): NewLine => ({
  merchantId: statement.merchantId,
  id: newId("bsl", ctx.now),
  tenantId: statement.tenantId,
  statementId: statement.id,
  mode: statement.mode,
  payoutAccountId: statement.payoutAccountId,
  lineNo: at + 1,
  type: line.type,
  bookingDate: line.bookingDate,
  valueDate: line.valueDate,
  currency: statement.currency,
  amount: String(line.amount),
  bankCode: kept(line.bankCode, 64),
  bankRef: kept(line.bankRef, 64),
  endToEndId: kept(line.endToEndId, 64),
  partyName: kept(line.partyName, 140),
  partyAccount: kept(plainNumber(line.partyAccount).slice(-4), 4),
  remittance: kept(line.remittance, 1_000),
  toldCurrency: line.told ? currency(line.told.currency) : null,
  toldAmount: line.told ? String(line.told.amount) : null,
  status: "new",
  since: `${line.bookingDate}T00:00:00.000Z`,
  createTime: ctx.now.toISOString(),
});

/** Refuses a file that was imported before, and a bank's statement number that was used for other content. */
async function assertNew(
  ctx: Context,
  place: { merchantId: string; payoutAccountId: string },
  fileHash: string,
  read: ReadFile,
) {
  const bankNos = read.statements.map(({ bankNo }) => bankNo).filter((bankNo) => bankNo !== "");
  const known = await knownStatements(ctx, place, { fileHash, bankNos });
  const same = known.find((one) => one.fileHash === fileHash);
  if (same) throw refuse("bankStatement.duplicate", { statementNo: same.statementNo });
  for (const { bankNo, toDate } of read.statements) {
    const other = known.find((one) => bankNo !== "" && one.bankNo === bankNo && one.toDate === toDate);
    if (other) throw refuse("bankStatement.numberTaken", { bankNo, statementNo: other.statementNo });
  }
  for (const one of read.statements) {
    const before = await sameMovements(ctx, place, one);
    if (before) throw refuse("bankStatement.sameMovements", { bankNo: one.bankNo || one.toDate, statementNo: before });
  }
}

/** The earlier statement with the same movements: as a whole, or a line by its references. */
async function sameMovements(
  ctx: Context,
  place: { merchantId: string; payoutAccountId: string },
  { fromDate, toDate, opening, closing, credit, debit, lines }: Tied,
): Promise<string | undefined> {
  if (lines.length === 0) return undefined;
  const sums = [opening, closing, credit, debit].map(String);
  const twin = await statementLike(ctx, place, { fromDate, toDate, sums, lineCount: lines.length });
  if (twin) return twin;
  const referred = lines.flatMap(({ bookingDate, amount, ...references }) => {
    const [bankRef, endToEndId] = [kept(references.bankRef, 64), kept(references.endToEndId, 64)];
    const saysAny = [bankRef, endToEndId].some((text) => !saysNothing.test(text));
    return saysAny ? [{ bookingDate, amount: String(amount), bankRef, endToEndId }] : [];
  });
  return statementWithLine(ctx, place, referred);
}

/** Takes a file with every statement and line of it, and has them matched. The same bytes once more are refused. */
async function importStatements(
  ctx: Context,
  ring: Ring,
  account: OurAccount,
  file: ArrivedStatements,
): Promise<StatementRow[]> {
  const { tenantId, mode, id: payoutAccountId } = account;
  const merchantId = await houseOf(ctx, tenantId);
  const place = { merchantId, payoutAccountId };
  const known = await knownForm(ctx, file.bytes);
  const mapping = file.mapping ?? (known.format === "csv" ? await lastMapping(ctx, place) : null);
  const read = await readFile(ctx, ring, account, known, file, mapping);
  await holdOurAccount(ctx, payoutAccountId);
  const fileHash = hashOf(file.bytes);
  await assertNew(ctx, place, fileHash, read);
  const made: StatementRow[] = [];
  for (const [at, one] of read.statements.entries()) {
    const statement = await insertStatement(ctx, {
      ...place,
      id: newId("bst", ctx.now),
      tenantId,
      statementNo: businessNumber("BS", ctx.now),
      mode,
      bankNo: one.bankNo,
      format: read.format,
      fileName: kept(file.fileName, 128),
      fileHash,
      filePart: at + 1,
      source: file.source,
      fromDate: one.fromDate,
      toDate: one.toDate,
      currency: currency(one.currency),
      lineCount: one.lines.length,
      openingAmount: String(one.opening),
      creditAmount: String(one.credit),
      debitAmount: String(one.debit),
      closingAmount: String(one.closing),
      mapping: read.mapping,
      openCount: 0,
      openAmount: "0",
      status: "imported",
      createTime: ctx.now.toISOString(),
    });
    await insertLines(
      ctx,
      one.lines.map((line, place) => lineOf(ctx, statement, line, place)),
    );
    await ctx.enqueue({ queue: bankMatchQueue, data: { ...refOfStatement(statement), isAgain: false } });
    made.push(statement);
  }
  return made;
}

export async function importUpload(
  ctx: Context,
  ring: Ring,
  { payoutAccountId, data, ...file }: InputOf<Operations["import"]>,
): Promise<ResultOf<Operations["import"]>> {
  const account = await usableAccount(ctx, payoutAccountId);
  const arrived = { ...file, bytes: Buffer.from(data, "base64"), source: "upload" } as const;
  return { ids: (await importStatements(ctx, ring, account, arrived)).map(({ id }) => id) };
}

const samplesMax = 3;
const sampleLength = 48;

/** Preview of a file. A table without a sufficient mapping shows its columns only. */
export async function previewUpload(
  ctx: Context,
  ring: Ring,
  { payoutAccountId, data, ...file }: InputOf<Operations["preview"]>,
): Promise<BankPreview> {
  const account = await usableAccount(ctx, payoutAccountId);
  const code = currency(account.currency);
  const bytes = Buffer.from(data, "base64");
  const merchantId = await houseOf(ctx, account.tenantId);
  const place = { merchantId, payoutAccountId };
  const known = await knownForm(ctx, bytes);
  const table = "table" in known ? known.table : undefined;
  const last = table && ((await lastMapping(ctx, place)) ?? proposeBankMapping(table.columns));
  const mapping = file.mapping ?? last ?? null;
  const columns = (table?.columns ?? []).map((name, at) => ({
    name: kept(name, sampleLength),
    samples: (table?.rows ?? []).slice(0, samplesMax).map(({ cells }) => kept(cells[at] ?? "", sampleLength)),
  }));
  // The columns were not confirmed yet: a proposed mapping is shown before anything is read by it.
  if (table && !file.mapping) return { format: "csv", currency: code, statements: [], columns, mapping };
  const arrived = { ...file, bytes, source: "upload" } as const;
  const read = await readFile(ctx, ring, account, known, arrived, mapping);
  const [same] = await knownStatements(ctx, place, { fileHash: hashOf(bytes), bankNos: [] });
  return {
    format: read.format,
    currency: code,
    columns,
    mapping,
    statements: read.statements.map((one) => ({
      bankNo: one.bankNo,
      fromDate: one.fromDate,
      toDate: one.toDate,
      currency: currency(one.currency),
      lineCount: one.lines.length,
      openingAmount: String(one.opening),
      creditAmount: String(one.credit),
      debitAmount: String(one.debit),
      closingAmount: String(one.closing),
      knownNo: same?.statementNo ?? null,
    })),
  };
}
