import { newId } from "../src/platform/db/new-id.ts";
import type { TestApp } from "./app.ts";
import { buildPayoutAccount } from "./payouts.ts";

interface Owner {
  readonly tenantId: number;
  readonly merchantId: string;
}

/** A bank statement with one open credit of 1.00: sealed, and without journals. */
export async function buildBankLine(app: TestApp, { tenantId, merchantId }: Owner) {
  const { db, clock } = app.platform;
  const now = clock.now();
  const at = now.toISOString();
  const day = at.slice(0, 10);
  const { seals } = app.context();
  const payoutAccountId = await buildPayoutAccount(app, { tenantId, merchantId: null }, { verifyStatus: "verified" });
  const statementId = newId("bst", now);
  const statement = {
    merchantId,
    id: statementId,
    tenantId,
    statementNo: `BS${statementId.slice(-18)}`,
    mode: "live",
    payoutAccountId,
    bankNo: "1",
    format: "mt940",
    fileName: "statement.sta",
    fileHash: "0".repeat(64),
    filePart: 1,
    source: "upload",
    fromDate: day,
    toDate: day,
    mapping: null,
    currency: "USD",
    lineCount: 1,
    openingAmount: "0",
    creditAmount: "100",
    debitAmount: "0",
    closingAmount: "100",
    status: "exceptions",
    openCount: 1,
    openAmount: "100",
    openSince: at,
    createTime: at,
  } as const;
  await db
    .insertInto("bankStatements")
    .values({ ...statement, seal: seals.made("bankStatements", statement) })
    .execute();
  const lineId = newId("bsl", now);
  const line = {
    merchantId,
    id: lineId,
    tenantId,
    statementId,
    mode: "live",
    payoutAccountId,
    lineNo: 1,
    type: "transfer",
    bookingDate: day,
    valueDate: day,
    currency: "USD",
    amount: "100",
    bankCode: "NTRF",
    bankRef: "B1",
    endToEndId: "E1",
    partyName: "Somebody",
    partyAccount: "0001",
    remittance: "Thanks",
    ourMerchantId: null,
    ourRefType: null,
    ourRefId: null,
    ourRefNo: null,
    ourSourceId: null,
    ourSourceNo: null,
    ourAmount: null,
    ourDate: null,
    matchStatus: "unknown_credit",
    difference: "100",
    chargeAmount: "0",
    lossAmount: "0",
    suspenseAmount: "0",
    foreignCurrency: null,
    toldCurrency: null,
    toldAmount: null,
    exchangeRate: null,
    exchangeAmount: null,
    status: "open",
    resolution: null,
    remark: null,
    resolveUserId: null,
    resolveUserName: null,
    resolveTime: null,
    since: at,
    createTime: at,
  } as const;
  await db
    .insertInto("bankLines")
    .values({ ...line, seal: seals.made("bankLines", line) })
    .execute();
  return { statementId, lineId };
}

/** One statement and one line of it, with what changes each. */
export async function buildBankOnes(app: TestApp, owner: Owner) {
  const { statementId, lineId } = await buildBankLine(app, owner);
  const rematched = { version: 1, reason: "r", ourRefType: "payout", ourRefId: "pyt_1" };
  return {
    bankStatement: { id: statementId, input: { version: 1 }, row: "bank_statements" },
    bankLine: { id: lineId, input: rematched, row: "bank_lines" },
  };
}
