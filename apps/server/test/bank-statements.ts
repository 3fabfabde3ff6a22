import { Buffer } from "node:buffer";
import { bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { bankStatement } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { matchStatement } from "../src/modules/funds/bank-statement/bank-statement.worker.ts";
import { newId } from "../src/platform/db/new-id.ts";
import { seedHouses } from "../src/seed/seed-house.ts";
import { buildCashoutStage, type CashoutStage } from "./cashouts.ts";
import { jobContext } from "./jobs.ts";
import { violationsOf } from "./ledger.ts";

/** One line of a statement of tests: whole units of the currency with their sign, and what the bank says of it. */
interface TestLine {
  readonly amount: string;
  readonly code?: string;
  readonly reference?: string;
  readonly text?: string;
  /** `RD` and `RC` reverse; told by the amount otherwise. */
  readonly side?: string;
}

/** A stage of withdrawals whose paying account has statements. */
export interface BankStage extends CashoutStage {
  readonly house: string;
  /** A statement of the paying account in MT940, for the day of the stage. */
  mt940(
    lines: readonly TestLine[],
    parts?: { readonly opening?: string; readonly number?: string; readonly currency?: string },
  ): string;
  send(text: string, parts?: object): ReturnType<ReturnType<CashoutStage["operator"]>["send"]>;
  /** Takes a statement in and matches it; answers its id. */
  takeStatement(
    lines: readonly TestLine[],
    of?: { readonly payoutAccountId: string; readonly currency: string },
  ): Promise<string>;
  match(id: string, isAgain?: boolean): Promise<void>;
  lines(id: string): ReturnType<typeof linesOf>;
  detail(id: string): ReturnType<typeof detailOf>;
  /** A withdrawal of so many minor units that is on its way by hand; answers its id and the number of its transfer. */
  withdraw(minor: number): Promise<{ readonly id: string; readonly payoutNo: string }>;
  /** A settlement file of a gateway that says so much is paid. */
  file(payout: string, parts?: { readonly batchNo?: number }): Promise<string>;
  /** What a look over the books of merchant and house finds. */
  violations(): Promise<readonly object[]>;
}

const linesOf = async (stage: BankStage, statementId: string) =>
  (await stage.operator(301).call(bankLine, "page", { mode: "test", statementId, pageSize: 100 })).items.toSorted(
    (a, b) => a.lineNo - b.lineNo,
  );
const detailOf = (stage: BankStage, id: string) => stage.operator(301).call(bankStatement, "detail", { id });

const cents = (text: string): bigint => {
  const [, sign = "", whole = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const minor = BigInt(whole + fraction.padEnd(2, "0"));
  return sign ? -minor : minor;
};
const written = (minor: bigint): string => {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, "0");
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
};
const balanceOf = (minor: bigint, currency: string): string =>
  `${minor < 0n ? "D" : "C"}DDDDDD${currency}${written(minor)}`;

/** Sets the stage. */
export async function buildBankStage(): Promise<BankStage> {
  const stage = await buildCashoutStage({ withdrawFeeFixed: "0" });
  const { app, merchantId, place } = stage;
  const { db } = app.platform;
  await seedHouses({ db, now: app.clock.now(), locale: "en" });
  const { id: house } = await db
    .selectFrom("merchants")
    .select("id")
    .where("tenantId", "=", place.tenantId)
    .where("isHouse", "=", true)
    .executeTakeFirstOrThrow();
  let count = 0;
  const own: BankStage = {
    ...stage,
    house,
    mt940: (lines, { opening = String(1_001 + count), number, currency = "USD" } = {}) => {
      count += 1;
      const day = app.clock.now().toISOString().slice(2, 10).replaceAll("-", "");
      const sum = lines.reduce((total, { amount }) => total + cents(amount), cents(opening));
      const told = lines.flatMap(({ amount, code = "NTRF", reference = "NONREF", text = "", side }) => [
        `:61:${day}${side ?? (amount.startsWith("-") ? "D" : "C")}${written(cents(amount))}${code}${reference}`,
        `:86:${text}`,
      ]);
      return [
        `:20:S${count}`,
        ":25:123456780001",
        `:28C:${number ?? `1${String(count).padStart(4, "0")}`}`,
        `:60F:${balanceOf(cents(opening), currency)}`,
        ...told,
        `:62F:${balanceOf(sum, currency)}`,
        "-",
      ]
        .join("\r\n")
        .replaceAll("DDDDDD", day);
    },
    send: (text, parts = {}) =>
      stage.operator(301).send(bankStatement, "import", {
        payoutAccountId: stage.fundingId,
        fileName: "statement.sta",
        data: Buffer.from(text).toString("base64"),
        ...parts,
      }),
    takeStatement: async (lines, of) => {
      const { currency, ...account } = of ?? { currency: "USD" };
      const { result, bizCode } = await own.send(own.mt940(lines, { currency }), account);
      const [id] = (result as { readonly ids: readonly string[] } | null)?.ids ?? [];
      if (!id) throw new Error(`not imported: ${bizCode}`);
      await own.match(id);
      return id;
    },
    match: (statementId, isAgain = false) =>
      matchStatement(jobContext(app), { merchantId: house, statementId }, isAgain),
    lines: (id) => linesOf(own, id),
    detail: (id) => detailOf(own, id),
    withdraw: async (minor) => {
      await stage.put(minor);
      const asked = { mode: "test", currency: "USD", amount: String(minor), payoutAccountId: stage.payeeId } as const;
      const { id } = await stage.finance().call(cashout, "add", asked);
      const read = () => stage.operator(301).call(cashout, "detail", { id });
      if ((await read()).status === "approving")
        await stage.operator(302).call(cashout, "approve", { id, version: (await read()).version });
      return { id, payoutNo: (await read()).review?.payout?.payoutNo ?? "" };
    },
    file: async (payout, { batchNo } = {}) => {
      count += 1;
      const now = app.clock.now();
      const id = newId("rcb", now);
      const { seals } = app.context();
      const batch = {
        merchantId: house,
        id,
        tenantId: place.tenantId,
        reconNo: `RC${id.slice(-18)}`,
        mode: "test",
        gatewayAccountId: stage.accounts.main,
        batchNo: batchNo ?? count,
        currency: "USD",
        fileName: `settlement-${count}.csv`,
        fileHash: String(count).padStart(64, "0"),
        fileDate: now.toISOString().slice(0, 10),
        source: "upload",
        lineCount: 0,
        grossAmount: payout,
        feeAmount: "0",
        netAmount: payout,
        payoutAmount: payout,
        receivedAmount: "0",
        status: "balanced",
        createTime: now.toISOString(),
      } as const;
      await db
        .insertInto("reconBatches")
        .values({ ...batch, seal: seals.made("reconBatches", batch) })
        .execute();
      return id;
    },
    violations: () => violationsOf(app, [merchantId, house]),
  };
  return own;
}
