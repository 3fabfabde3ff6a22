import { Buffer } from "node:buffer";
import { bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { bankStatement } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildBankLine } from "../../../../test/bank-rows.ts";
import { type BankStage, buildBankStage } from "../../../../test/bank-statements.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildPayoutEntry } from "../../../../test/payouts.ts";
import { because, buildDeciders } from "../../../../test/two-people.ts";

let stage: BankStage;
beforeAll(async () => {
  stage = await buildBankStage();
}, 120_000);
afterAll(() => stage?.close());

type Line = Awaited<ReturnType<BankStage["lines"]>>[number];
const named = (lines: readonly Line[]) => lines.map(({ id, version }) => ({ id, version }));
const end = (lines: readonly Line[], resolution: string) =>
  stage.operator(301).send(bankLine, "resolve", { items: named(lines), resolution, reason: "Looked into" });
const settle = (lines: readonly Line[], cause: string) =>
  stage.operator(301).send(bankLine, "settle", { items: named(lines), cause, reason: "Found out" });
const withdrawal = (id: string) => stage.operator(301).call(cashout, "detail", { id });
const markPaid = async (id: string) =>
  stage.operator(301).call(cashout, "markPaid", {
    id,
    version: (await withdrawal(id)).version,
    bankReference: `FT-${id}`,
  });
/** A payout order by hand that is on its way, with the number of its transfer. */
const payOut = async (amount: string) => {
  await stage.put(Number(amount));
  const { id } = await stage.finance().call(payoutOrder, "add", buildPayoutEntry({ amount }) as never);
  for (const person of [302, 305]) {
    const { status, version } = await stage.operator(301).call(payoutOrder, "detail", { id });
    if (status === "review") await stage.operator(person).call(payoutOrder, "approve", { id, version });
  }
  const { review } = await stage.operator(301).call(payoutOrder, "detail", { id });
  return { id, payoutNo: review?.payout?.payoutNo ?? "" };
};
const held = async (account: string): Promise<string> => {
  const rows = await stage.app.platform.db
    .selectFrom("ledgerBalances")
    .select("amount")
    .where("account", "=", account as never)
    .execute();
  return String(rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
};

describe("a bank statement", () => {
  test("comes once, ties, is of the account, and shows what it follows", async () => {
    const text = stage.mt940([{ amount: "-10" }, { amount: "25.5" }], { opening: "100", number: "7" });
    const file = { payoutAccountId: stage.fundingId, fileName: "a.sta", data: Buffer.from(text).toString("base64") };
    const preview = await stage.operator(301).call(bankStatement, "preview", file);
    expect(preview).toMatchObject({
      format: "mt940",
      statements: [
        { bankNo: "7", openingAmount: "10000", debitAmount: "1000", creditAmount: "2550", closingAmount: "11550" },
      ],
    });
    const { status, result } = await stage.send(text);
    expect(status).toBe(200);
    const [id = ""] = (result as unknown as { readonly ids: string[] }).ids;
    expect(await stage.send(text)).toMatchObject({ status: 409, bizCode: "bankStatement.duplicate" });
    expect((await stage.send(text.replace(":20:S", ":20:T"))).bizCode).toBe("bankStatement.numberTaken");
    const untied = text.replace("115,50", "115,51").replace(":28C:7", ":28C:8");
    expect((await stage.send(untied)).bizCode).toBe("bankStatement.untied");
    const other = text.replace("123456780001", "123456780002").replace(":28C:7", ":28C:8");
    expect((await stage.send(other)).bizCode).toBe("bankStatement.otherAccount");
    const euro = text.replaceAll("USD", "EUR").replace(":28C:7", ":28C:8");
    expect((await stage.send(euro)).bizCode).toBe("bankStatement.otherCurrency");
    expect((await stage.send("Nothing that anybody knows")).bizCode).toBe("bankStatement.unknownForm");
    expect((await stage.send("<?xml version='1.0'?><!DOCTYPE a><Document/>")).bizCode).toBe("bankStatement.unreadable");
    expect((await stage.send(text, { payoutAccountId: stage.payeeId })).bizCode).toBe("bankStatement.accountUnfit");
    await stage.match(id);
    expect(await stage.detail(id)).toMatchObject({
      status: "exceptions",
      openCount: 2,
      openAmount: "3550",
      checks: { follows: null },
    });
    await stage.app.clock.forward(1_000);
    const next = await stage.send(stage.mt940([{ amount: "1" }], { opening: "115.5" }));
    const [nextId = ""] = (next.result as unknown as { readonly ids: string[] }).ids;
    expect((await stage.detail(nextId)).checks).toMatchObject({ follows: true, formerClosing: "11550" });
  });

  test("as a table tells its columns first, and is read by those that somebody chose, and so is the next", async () => {
    const text = "Date,Amount,Balance,Description\n2026-01-02,5.00,105.00,4111 1111 1111 1111 paid\n";
    const file = { payoutAccountId: stage.fundingId, fileName: "a.csv", data: Buffer.from(text).toString("base64") };
    const first = await stage.operator(301).call(bankStatement, "preview", file);
    expect(first).toMatchObject({
      format: "csv",
      statements: [],
      mapping: { columns: { bookingDate: 0, amount: 1, balance: 2, remittance: 3 } },
    });
    expect((await stage.send(text)).bizCode).toBe("bankStatement.mappingLacks");
    const { result } = await stage.send(text, { mapping: first.mapping });
    const [id = ""] = (result as unknown as { readonly ids: string[] }).ids;
    const [line] = await stage.lines(id);
    expect(line).toMatchObject({ amount: "500", remittance: "411111******1111 paid" });
    const next = text.replace("5.00,105.00", "6.00,111.00");
    expect((await stage.send(next)).status).toBe(200);
  });
});

describe("a statement that came before", () => {
  test("is refused under another number too, and so is one with a movement that came before", async () => {
    const text = stage.mt940(
      [
        { amount: "31", reference: "NONREF" },
        { amount: "-7", reference: "NONREF" },
      ],
      { number: "9001" },
    );
    expect((await stage.send(text)).status).toBe(200);
    const again = await stage.send(text.replace(":28C:9001", ":28C:9002"));
    expect([again.status, again.bizCode]).toEqual([409, "bankStatement.sameMovements"]);
    expect((await stage.send(stage.mt940([{ amount: "41", reference: "BANKREF77" }], { number: "9003" }))).status).toBe(
      200,
    );
    const longer = stage.mt940([{ amount: "41", reference: "BANKREF77" }, { amount: "1" }], { number: "9004" });
    expect((await stage.send(longer)).bizCode).toBe("bankStatement.sameMovements");
  });
});

describe("a file", () => {
  test("in which one statement stands twice is refused, and says which", async () => {
    const text = stage.mt940([{ amount: "5", reference: "BANKREF78" }], { number: "9101" });
    const next = stage.mt940([{ amount: "6" }], { number: "9102" });
    const twice = await stage.send([text, next, text].join("\r\n"));
    expect([twice.status, twice.bizCode]).toEqual([409, "bankStatement.twiceInFile"]);
    expect(JSON.stringify(twice.body)).toContain("Statements 1 and 3");
    const renumbered = text.replace(":28C:9101", ":28C:9103");
    expect((await stage.send([text, renumbered].join("\r\n"))).bizCode).toBe("bankStatement.twiceInFile");
    const file = {
      payoutAccountId: stage.fundingId,
      fileName: "a.sta",
      data: Buffer.from([text, text].join("\r\n")).toString("base64"),
    };
    const preview = await stage.operator(301).send(bankStatement, "preview", file);
    expect(preview.bizCode).toBe("bankStatement.twiceInFile");
    expect((await stage.send([text, next].join("\r\n"))).status).toBe(200);
  });
});

describe("a line of a bank statement", () => {
  test("that names a transfer stands against it, and marks it as paid once somebody confirms", async () => {
    const [paid, waiting] = [await stage.withdraw(20_000), await stage.withdraw(30_000)];
    await markPaid(paid.id);
    const id = await stage.takeStatement([
      { amount: "-200", text: `Withdrawal ${paid.payoutNo}` },
      { amount: "-300", text: `?20EREF+${waiting.payoutNo.slice(0, 12)}?21${waiting.payoutNo.slice(12)}?22SVWZ+x` },
      { amount: "-200", text: `Withdrawal ${paid.payoutNo}` },
    ]);
    const lines = await stage.lines(id);
    expect(lines.map(({ matchStatus, status, ourRefNo }) => [matchStatus, status, ourRefNo])).toEqual([
      ["matched", "matched", paid.payoutNo],
      ["unbooked", "open", waiting.payoutNo],
      ["duplicate", "open", paid.payoutNo],
    ]);
    const open = lines.slice(1, 2);
    const ids = open.map((line) => line.id);
    expect(await stage.operator(301).call(bankLine, "plan", { ids, resolution: "confirm" })).toMatchObject({
      effects: [{ resolution: "paid", event: "J43", count: 1, amount: "-30000" }],
      takesTwo: false,
    });
    expect((await end(open, "charge")).bizCode).toBe("bankLine.notBookedYet");
    expect((await end(lines.slice(1), "confirm")).bizCode).toBe("bankLine.mixed");
    expect((await end(lines.slice(2), "confirm")).bizCode).toBe("bankLine.nothingToConfirm");
    expect((await end(open, "confirm")).status).toBe(200);
    expect(await withdrawal(waiting.id)).toMatchObject({ status: "paid" });
    expect((await end(open, "confirm")).bizCode).toBe("platform.stale");
    expect((await stage.lines(id))[1]).toMatchObject({ status: "resolved", resolution: "paid", difference: "0" });
    expect(await stage.detail(id)).toMatchObject({ status: "exceptions", openCount: 1 });
    expect(await stage.violations()).toEqual([]);
  });

  test("that names a payout order stands against its transfer, and never against a withdrawal of the same amount", async () => {
    const order = await payOut("13400");
    await stage.withdraw(13_400);
    const id = await stage.takeStatement([
      { amount: "-134", text: `Payout ${order.payoutNo}` },
      { amount: "-134", text: "Payout PO20261121ABCDEFGHIJ" },
    ]);
    const [line, stranger] = await stage.lines(id);
    expect(line).toMatchObject({ matchStatus: "unbooked", status: "open", ourRefNo: order.payoutNo });
    expect(stranger).toMatchObject({ matchStatus: "unknown_debit", ourRefNo: null });
    expect((await end(line ? [line] : [], "confirm")).status).toBe(200);
    expect((await stage.operator(301).call(payoutOrder, "detail", { id: order.id })).status).toBe("paid");
    expect(await stage.violations()).toEqual([]);
  });

  test("that brings a transfer back books its return with what came, and what the bank kept", async () => {
    const sent = await stage.withdraw(50_000);
    await markPaid(sent.id);
    const id = await stage.takeStatement([{ amount: "495", side: "RD", text: `Account closed ${sent.payoutNo}` }]);
    const lines = await stage.lines(id);
    expect(lines).toMatchObject([{ type: "return", matchStatus: "returned", ourRefType: "payout_return" }]);
    expect((await end(lines, "confirm")).status).toBe(200);
    expect(await withdrawal(sent.id)).toMatchObject({ status: "returned", returnedAmount: "49500" });
    // The account is doubted, until somebody else has looked at it anew.
    const { version } = await stage.finance().call(payoutAccount, "detail", { id: stage.payeeId });
    const verified = { id: stage.payeeId, version, isVerified: true, evidence: "New letter" };
    await stage.operator(302).call(payoutAccount, "verify", verified);
    expect(await stage.detail(id)).toMatchObject({ status: "balanced", openCount: 0 });
    expect(await stage.violations()).toEqual([]);
  });

  test("of a gateway's payout settles what it owes, and never beyond its file", async () => {
    const fileId = await stage.file("98580");
    const { upstreamMid } = await stage.app.platform.db
      .selectFrom("gatewayAccounts")
      .select("upstreamMid")
      .where("id", "=", stage.accounts.main)
      .executeTakeFirstOrThrow();
    const id = await stage.takeStatement([
      { amount: "985.8", text: `Payout ${upstreamMid}` },
      { amount: "985.8", text: `Payout ${upstreamMid}` },
    ]);
    const [first, second] = await stage.lines(id);
    expect([first?.matchStatus, second?.matchStatus]).toEqual(["unbooked", "duplicate"]);
    expect((await end(first ? [first] : [], "confirm")).status).toBe(200);
    const file = await stage.operator(301).call(recon, "detail", { id: fileId });
    expect(file).toMatchObject({ receivedAmount: "98580", can: { receive: false } });
    await stage.match(id, true);
    expect((await stage.lines(id)).map(({ status }) => status)).toEqual(["resolved", "open"]);
    expect((await end((await stage.lines(id)).slice(1), "confirm")).status).toBe(422);
    expect(await stage.violations()).toEqual([]);
  });

  test("that somebody put against a file stays there when it is matched again, and pays a part of it", async () => {
    const fileId = await stage.file("50000");
    const id = await stage.takeStatement([{ amount: "480", text: "Less our correspondent’s charge" }]);
    const [line] = await stage.lines(id);
    const put = {
      id: line?.id,
      version: line?.version,
      ourRefType: "recon",
      ourRefId: fileId,
      reason: "Told by phone",
    };
    expect((await stage.operator(301).send(bankLine, "rematch", put)).status).toBe(200);
    await stage.match(id, true);
    const [kept] = await stage.lines(id);
    expect(kept).toMatchObject({ matchStatus: "amount_mismatch", status: "open", ourRefId: fileId });
    expect((await end(kept ? [kept] : [], "confirm")).status).toBe(200);
    expect(await stage.operator(301).call(recon, "detail", { id: fileId })).toMatchObject({ receivedAmount: "48000" });
    expect(await stage.detail(id)).toMatchObject({ status: "balanced" });
    // What is left comes with another line, and no more than that.
    const rest = await stage.takeStatement([{ amount: "20" }, { amount: "30" }]);
    const lines = await stage.lines(rest);
    expect(lines[0]).toMatchObject({ matchStatus: "proposed", ourRefId: fileId });
    const more = { ...put, id: lines[1]?.id, version: lines[1]?.version };
    expect((await stage.operator(301).send(bankLine, "rematch", more)).status).toBe(200);
    const [first, second] = await stage.lines(rest);
    expect((await end(second ? [second] : [], "confirm")).bizCode).toBe("bankLine.exceedsPayout");
    expect(first?.ourRefId).toBe(fileId);
    expect(await stage.violations()).toEqual([]);
  });

  test("that is like a record by amount and day alone is proposed, and confirmed or matched otherwise by people", async () => {
    const [one, two] = [await stage.withdraw(12_300), await stage.withdraw(12_300)];
    await markPaid(one.id);
    await markPaid(two.id);
    const id = await stage.takeStatement([{ amount: "-123", text: "no number" }]);
    const [line] = await stage.lines(id);
    expect(line).toMatchObject({ matchStatus: "proposed", status: "open", difference: "0" });
    const found = await stage.operator(301).call(bankLine, "candidates", { id: line?.id ?? "" });
    const other = found.find(({ ourRefId }) => ourRefId !== line?.ourRefId);
    const rematch = await stage.operator(301).send(bankLine, "rematch", {
      id: line?.id,
      version: line?.version,
      ourRefType: "payout",
      ourRefId: other?.ourRefId,
      reason: "The branch told",
    });
    expect(rematch.status).toBe(200);
    const [matched] = await stage.lines(id);
    expect(matched).toMatchObject({ matchStatus: "manual", status: "resolved", ourRefId: other?.ourRefId });
    const again = await stage.takeStatement([{ amount: "-123", text: "no number" }]);
    const [left] = await stage.lines(again);
    const taken = await stage.operator(301).send(bankLine, "rematch", {
      id: left?.id,
      version: left?.version,
      ourRefType: "payout",
      ourRefId: other?.ourRefId,
      reason: "Try",
    });
    expect(taken.bizCode).toBe("bankLine.counterpartTaken");
    const rival = await stage.takeStatement([{ amount: "-123", text: "no number" }]);
    const [late] = await stage.lines(rival);
    expect(late).toMatchObject({ matchStatus: "proposed", ourRefId: left?.ourRefId });
    expect((await end(left ? [left] : [], "confirm")).status).toBe(200);
    expect((await end(late ? [late] : [], "confirm")).bizCode).toBe("bankLine.nothingToConfirm");
    expect(await stage.detail(again)).toMatchObject({ status: "balanced" });
  });

  test("of a charge is our cost, also of what differs from its transfer", async () => {
    const sent = await stage.withdraw(40_000);
    await markPaid(sent.id);
    const id = await stage.takeStatement([
      { amount: "-4", code: "NCHG", text: "Account fee" },
      { amount: "-401", text: sent.payoutNo },
    ]);
    const [fee, differing] = await stage.lines(id);
    expect(fee).toMatchObject({ type: "charge", matchStatus: "charge", difference: "-400" });
    expect(differing).toMatchObject({ matchStatus: "amount_mismatch", difference: "-100" });
    const cost = Number(await held("plt:cost:payout_fee:USD"));
    expect((await end(fee ? [fee] : [], "charge")).status).toBe(200);
    expect((await end(differing ? [differing] : [], "charge")).status).toBe(200);
    expect(Number(await held("plt:cost:payout_fee:USD")) - cost).toBe(500);
    expect(await stage.detail(id)).toMatchObject({ status: "balanced" });
    expect(await stage.violations()).toEqual([]);
  });

  test("nobody knows goes to suspense, and out of it by its cause or to be matched after all", async () => {
    const id = await stage.takeStatement([{ amount: "77" }, { amount: "-33", text: "?" }]);
    const suspense = `plt:recon_suspense:USD:${stage.fundingId}`;
    const [credit, debit] = await stage.lines(id);
    expect([credit?.matchStatus, debit?.matchStatus]).toEqual(["unknown_credit", "unknown_debit"]);
    expect((await end(credit ? [credit] : [], "suspense")).status).toBe(200);
    expect((await end(debit ? [debit] : [], "suspense")).status).toBe(200);
    expect(await held(suspense)).toBe("-4400");
    expect(await stage.detail(id)).toMatchObject({ status: "exceptions", openCount: 2, openAmount: "11000" });
    expect(await stage.violations()).toEqual([]);
    const [inSuspense, lost] = await stage.lines(id);
    expect((await settle(lost ? [lost] : [], "loss")).status).toBe(200);
    expect((await settle(inSuspense ? [inSuspense] : [], "reopened")).status).toBe(200);
    expect(await held(suspense)).toBe("0");
    expect((await stage.lines(id)).map(({ status, lossAmount }) => [status, lossAmount])).toEqual([
      ["open", "0"],
      ["resolved", "3300"],
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("that somebody altered is ended by nobody, and missed by the books", async () => {
    const { db } = stage.app.platform;
    const booked = await db
      .selectFrom("bankLines")
      .selectAll()
      .where("chargeAmount", "=", "400")
      .executeTakeFirstOrThrow();
    await db.updateTable("bankLines").set({ chargeAmount: "399" }).where("id", "=", booked.id).execute();
    expect(await stage.violations()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ law: "backed", table: "bank_lines", key: booked.id, column: "charge_amount" }),
        expect.objectContaining({ law: "sealed", table: "bank_lines", key: booked.id }),
      ]),
    );
    await db.updateTable("bankLines").set({ chargeAmount: "400" }).where("id", "=", booked.id).execute();
    const open = await db.selectFrom("bankLines").selectAll().where("status", "=", "open").executeTakeFirstOrThrow();
    await db.updateTable("bankLines").set({ difference: "1" }).where("id", "=", open.id).execute();
    expect((await end([open as never], "suspense")).bizCode).toBe("bankLine.altered");
    await db.updateTable("bankLines").set({ difference: open.difference }).where("id", "=", open.id).execute();
  });

  test("that somebody took out is missed by its statement", async () => {
    const { db } = stage.app.platform;
    const id = await stage.takeStatement([{ amount: "19" }, { amount: "-3" }]);
    expect(await stage.violations()).toEqual([]);
    await db.deleteFrom("bankLines").where("statementId", "=", id).where("lineNo", "=", 2).execute();
    expect(await stage.violations()).toMatchObject([
      { law: "backed", table: "bank_statements", key: id, column: "debit_amount" },
      { law: "backed", table: "bank_statements", key: id, column: "line_count" },
    ]);
  });
});

describe("a line of real money", () => {
  test("is put into suspense by two people", async () => {
    const { app } = stage;
    const merchantId = await buildMerchant(app, { tenantId: 1, orgId: 1 });
    const { lineId } = await buildBankLine(app, { tenantId: 1, merchantId });
    const [maker, checker] = await buildDeciders(app, 2, [[bankLine, "resolve"]]);
    const fresh = (who: typeof maker) => app.as({ ...(who as NonNullable<typeof who>), provenAt: app.clock.now() });
    const ended = { items: [{ id: lineId, version: 1 }], resolution: "suspense", reason: "Nobody knows" };
    const asked = await fresh(maker).send(bankLine, "resolve", ended, because("Nobody knows"));
    expect(asked).toMatchObject({ status: 202, bizCode: "platform.sentForApproval" });
    const { changeRequestId } = asked.body.result as unknown as { changeRequestId: string };
    const read = () =>
      app.platform.db.selectFrom("bankLines").selectAll().where("id", "=", lineId).executeTakeFirstOrThrow();
    expect(await read()).toMatchObject({ status: "open", suspenseAmount: "0" });
    expect(await fresh(maker).send(changeRequest, "approve", { id: changeRequestId })).toMatchObject({ status: 403 });
    await fresh(checker).call(changeRequest, "approve", { id: changeRequestId });
    expect(await read()).toMatchObject({ status: "suspended", suspenseAmount: "-100" });
  });
});
