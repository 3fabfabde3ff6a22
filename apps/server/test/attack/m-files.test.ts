import { Buffer } from "node:buffer";
import { bankStatement } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { limitsOf } from "@countinghouse/contract/platform/input-limits.ts";
import { expect, test } from "vitest";
import { readStatements } from "../../src/modules/funds/bank-statement/statement-file.wire.ts";
import { tableLines } from "../../src/platform/files/table-lines.ts";
import { screenInput } from "../../src/platform/http/screen-input.ts";
import { turnsOf } from "../turns.ts";

/** How long, in milliseconds, nobody else had a turn while something was read. */
const stoodStill = async (work: () => Promise<unknown>): Promise<number> =>
  (await turnsOf(() => work().catch(() => undefined)))[0] ?? 0;

const camt = (amount: string) =>
  Buffer.from(
    `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>DE1</IBAN></Id><Ccy>EUR</Ccy></Acct>
    <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
    <Dt><Dt>2026-11-01</Dt></Dt></Bal></Stmt></BkToCstmrStmt></Document>`,
  );

/** What anybody else may have to wait, far above what a turn takes on a busy machine. */
const turnMsMax = 500;

// 8 MB are taken: a tenth of a per cent of that holds the node for a second, all of it for days.
test("a bank statement with an amount of thirty thousand zeros lets others have their turn", async () => {
  expect(await stoodStill(() => readStatements(camt(`0.${"0".repeat(30_000)}1`)))).toBeLessThan(turnMsMax);
}, 60_000);

test("a bank statement of a million empty elements lets others have their turn", async () => {
  const bytes = Buffer.from(`<Document>${"<a/>".repeat(1_000_000)}</Document>`);
  expect(await stoodStill(() => readStatements(bytes))).toBeLessThan(turnMsMax);
}, 60_000);

test("a file of payouts that is all but card numbers lets others have their turn", async () => {
  const bytes = Buffer.from(`${"4-1 1.1/1 ".repeat(52_000)}\n`);
  expect(await stoodStill(() => tableLines(bytes, { locale: "en", rowsMax: 300 }))).toBeLessThan(turnMsMax);
}, 60_000);

test("a file of payouts whose lines are as long as a row may be lets others have their turn", async () => {
  const bytes = Buffer.from(`${"4-1 1.1/1 ".repeat(6_500)}\n`.repeat(8));
  expect(await stoodStill(() => tableLines(bytes, { locale: "en", rowsMax: 300 }))).toBeLessThan(turnMsMax);
}, 60_000);

// Eleven times as much is taken, of whoever may look at a statement before it is imported.
test("a megabyte of base64 that is all but card numbers lets others have their turn", async () => {
  const { preview } = bankStatement.operations;
  const sent = { payoutAccountId: "poa_x", fileName: "a.sta", data: "4/4/".repeat(262_144) };
  const look = async () => screenInput(preview.input, sent, limitsOf(preview));
  expect(await stoodStill(look)).toBeLessThan(turnMsMax);
}, 60_000);
