import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { refundImport } from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { refundImportRow } from "@countinghouse/contract/payments/refund-import/refund-import-row.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestClient } from "../../../../test/app.ts";
import { setSetting } from "../../../../test/attack/visitor.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { actorOf, buildRole, buildUser } from "../../../../test/people.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { actorOfUser } from "../../operations/job-run/index.ts";
import { refundImportWorker } from "./index.ts";
import { readFile } from "./refund-import.store.ts";
import { askNext } from "./refund-run.service.ts";

let stage: OrderStage;
let client: TestClient;
let roleId: number;

const permissions = [
  ...["page", "detail", "add", "check", "start", "stop", "cancel"].map((name) => `refundImport:${name}`),
  "refundImportRow:page",
  "orderRefund:page",
];

beforeAll(async () => {
  stage = await buildOrderStage();
  const { app, place } = stage;
  roleId = await buildRole(app, { tenantId: place.tenantId, dataScope: 1, permissions });
  const userId = await buildUser(app, { ...place, roleIds: [roleId], accountType: AccountType.SysAdmin });
  client = app.as(await actorOf(app, userId));
});
afterAll(() => stage?.close());

const heading = "Order no.,Amount,Currency,Reason,Remark,Merchant refund no";
const line = (
  no: string,
  amount: string,
  { currency = "USD", reason = "duplicate", remark = "", refundNo = "" } = {},
) => [no, amount, currency, reason, remark, refundNo].join(",");
const fileOf = (...lines: readonly string[]) => [heading, ...lines].join("\n");

const send = (text: string) =>
  client.send(refundImport, "add", {
    merchantId: stage.merchantId,
    mode: "test",
    fileName: "refunds.csv",
    data: Buffer.from(text).toString("base64"),
  });
/** Works the newest job as a worker node would. */
const work = async (signal?: AbortSignal) => {
  const job = jobContext(stage.app, signal);
  const spine = { ...job.spine, enqueue: stage.node.enqueue };
  await refundImportWorker.run({ ...job, spine }, stage.app.jobs.at(-1)?.data);
};
const checked = async (text: string): Promise<string> => {
  const { result } = await send(text);
  await work();
  return result as string;
};
const start = async (id: string) => {
  await client.call(refundImport, "start", { id, leaveOutRefused: true });
  await work();
};
const rowsOf = async (id: string) => (await client.call(refundImportRow, "page", { refundImportId: id })).items;
const verdicts = async (id: string) => (await rowsOf(id)).map(({ verdict }) => verdict);
const refundsThere = async () => (await client.call(orderRefund, "page", { mode: "test", pageSize: 100 })).items;
const balances = () =>
  stage.app.platform.db.selectFrom("ledgerBalances").select(["account", "amount"]).orderBy("account").execute();

describe("a file of refunds", () => {
  test("is run dry to the last unit of the balance, and moves nothing by that", async () => {
    const orders = [await stage.pay("001"), await stage.pay("001"), await stage.pay("001")];
    const before = await balances();
    const id = await checked(fileOf(...orders.map(({ orderNo }) => line(orderNo, "100.00"))));
    const rows = await rowsOf(id);
    expect(rows).toMatchObject([
      { id: 2, verdict: "refund", settleAmount: "10000", handlingFee: "0", sourceBucket: "pending", refundNo: null },
      { id: 3, verdict: "refund" },
      { id: 4, verdict: "refused", refusal: expect.stringMatching(/holds 90\.40 USD/), orderNo: orders[2]?.orderNo },
    ]);
    expect(await refundsThere()).toEqual([]);
    expect(await balances()).toEqual(before);
    expect(await client.call(refundImport, "detail", { id })).toMatchObject({
      status: "checked",
      totals: [
        { verdict: "refund", currency: "USD", count: 2, amount: "20000", settleAmount: "20000" },
        { verdict: "refused", count: 1 },
      ],
    });
    expect((await client.send(refundImport, "start", { id })).bizCode).toBe("refundImport.rowsRefused");
    await client.call(refundImport, "cancel", { id });
  }, 60_000);

  test("asks row by row for what was seen, says why not in words, and the same file again asks for nothing", async () => {
    await setSetting(stage.app, "refund_review_above", "80");
    const [first, second] = [await stage.pay("001"), await stage.pay("001")];
    const text = fileOf(
      line(first.orderNo, "40.00"),
      line(first.merchantOrderNo, "40.00"),
      line(first.orderNo, "70.00"),
      line(second.orderNo, "30.00", { refundNo: "R-1" }),
      line(second.orderNo, "30.00", { refundNo: "R-1" }),
      line(second.orderNo, "60.00", { reason: "Customer asked for it" }),
      line("A-unknown", "1.00"),
      line(first.orderNo, "1.005"),
      line(first.orderNo, "1.00", { currency: "EUR" }),
      line(first.orderNo, "1.00", { reason: "because" }),
      line(first.orderNo, "1.00", { reason: "other" }),
    );
    const id = await checked(text);
    const rows = await rowsOf(id);
    expect(rows.map(({ verdict, refusal }) => [verdict, refusal])).toEqual([
      ["refund", null],
      ["refund", null],
      ["refused", expect.stringContaining("20.00 USD")],
      ["refund", null],
      ["refused", "Another refund has this number."],
      ["review", null],
      ["refused", "No order has the number A-unknown."],
      ["refused", "1.005 has more decimals than the currency."],
      ["refused", "The order was paid in another currency than EUR."],
      ["refused", "because is no reason of a refund."],
      ["refused", expect.any(String)],
    ]);
    await start(id);
    expect(await client.call(refundImport, "detail", { id })).toMatchObject({ status: "done", doneRows: 11 });
    expect((await verdicts(id)).filter((verdict) => verdict === "asked")).toHaveLength(4);
    const made = await refundsThere();
    expect(made.map(({ amount, status }) => [amount, status]).sort()).toEqual([
      ["3000", "created"],
      ["4000", "created"],
      ["4000", "created"],
      ["6000", "review"],
    ]);
    expect(await violationsOf(stage)).toEqual([]);
    const again = await checked(text);
    expect((await verdicts(again)).slice(0, 6)).toEqual([
      "present",
      "present",
      "refused",
      "present",
      "present",
      "present",
    ]);
    expect((await client.send(refundImport, "start", { id: again, leaveOutRefused: true })).bizCode).toBe(
      "refundImport.nothingToRefund",
    );
    await client.call(refundImport, "cancel", { id: again });
    expect(await refundsThere()).toHaveLength(4);
    await setSetting(stage.app, "refund_review_above", "1000");
  }, 60_000);

  test("asks for nothing by a row that somebody altered once it was looked at, and says so", async () => {
    const [first, second] = [await stage.pay("001"), await stage.pay("001")];
    const id = await checked(fileOf(line(first.orderNo, "10.00"), line(second.orderNo, "10.00")));
    const { db } = stage.app.platform;
    await db
      .updateTable("refundImportRows")
      .set({ amount: "9000" })
      .where("importId", "=", id)
      .where("rowNo", "=", 2)
      .execute();
    expect(await violationsOf(stage)).toEqual([expect.stringContaining("sealed refund_import_rows")]);
    await start(id);
    expect(await rowsOf(id)).toMatchObject([
      { verdict: "refused", refusal: expect.stringContaining("outside the system"), refundNo: null },
      { verdict: "asked" },
    ]);
  }, 60_000);

  test("asks for nothing twice where two files of the same rows are started at once, or a node stops on the way", async () => {
    const order = await stage.pay("001");
    const text = fileOf(line(order.orderNo, "10.00"), line(order.orderNo, "10.00"));
    const [one, other] = [await checked(text), await checked(text)];
    expect(await verdicts(other)).toEqual(["refund", "refund"]);
    for (const id of [one, other]) await client.call(refundImport, "start", { id });
    const [oneJob, otherJob] = stage.app.jobs.slice(-2).map(({ data }) => data);
    const stopping = new AbortController();
    stopping.abort();
    await expect(refundImportWorker.run(jobContext(stage.app, stopping.signal), oneJob)).rejects.toThrow();
    expect(await verdicts(one)).toEqual(["refund", "refund"]);
    await Promise.all([oneJob, oneJob, otherJob].map((data) => refundImportWorker.run(jobContext(stage.app), data)));
    expect([...(await verdicts(one)), ...(await verdicts(other))].sort()).toEqual([
      "asked",
      "asked",
      "present",
      "present",
    ]);
    const there = (await client.call(orderRefund, "page", { mode: "test", orderNo: order.orderNo })).items;
    expect(there.map(({ amount }) => amount)).toEqual(["1000", "1000"]);
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);

  test("leaves a row asked for that another node asked for after its own asking failed", async () => {
    const { db } = stage.app.platform;
    const [order] = [await stage.pay("001"), await stage.pay("001")];
    const text = fileOf(line(order.orderNo, "40.00"));
    const id = await checked(text);
    await client.call(refundImport, "start", { id, leaveOutRefused: true });
    const file = await readFile(db, { merchantId: stage.merchantId, importId: id });
    const actor = await actorOfUser(db, file?.workerUserId ?? 0);
    if (!file || !actor) throw new Error("no file, or nobody who started it");
    const job = jobContext(stage.app);
    const caller = { actor, request: { ...stage.app.context().request, locale: "en" as const } };
    const desk = { spine: { ...job.spine, enqueue: stage.node.enqueue }, caller, signal: job.signal };
    let hasFailed = false;
    const enqueue = () => {
      hasFailed = true;
      return Promise.reject(refuse("orderRefund.remarkNeeded"));
    };
    /** Lets the other node ask between what failed and what is written of it. */
    const between = {
      transaction: () => ({
        execute: async (work: Parameters<ReturnType<typeof db.transaction>["execute"]>[0]) => {
          expect(await askNext(desk, file)).toBe(true);
          return db.transaction().execute(work);
        },
      }),
    } as typeof db;
    const slow = {
      ...desk.spine,
      enqueue,
      get db() {
        return hasFailed ? between : db;
      },
    };
    expect(await askNext({ ...desk, spine: slow }, file)).toBe(true);
    expect(await verdicts(id)).toEqual(["asked"]);
    await work();
    expect(await client.call(refundImport, "detail", { id })).toMatchObject({ status: "done", doneRows: 1 });
    expect(await verdicts(await checked(text))).toEqual(["present"]);
    const there = (await client.call(orderRefund, "page", { mode: "test", orderNo: order.orderNo })).items;
    expect(there).toHaveLength(1);
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);

  test("says what it lacks before anything is kept, and stops where whoever started it lost the right", async () => {
    expect((await send(`Order no.,Amount\nA-1,1.00`)).bizCode).toBe("refundImport.columnMissing");
    expect((await send(heading)).bizCode).toBe("refundImport.emptyFile");
    expect((await send(`${heading}\n"A`)).bizCode).toBe("refundImport.unreadable");
    expect((await send(fileOf(...Array.from({ length: 2_001 }, () => line("A-1", "1.00"))))).bizCode).toBe(
      "refundImport.tooManyRows",
    );
    const order = await stage.pay("001");
    const id = await checked(fileOf(line(order.orderNo, "10.00")));
    await client.call(refundImport, "start", { id });
    await stage.app.platform.db.deleteFrom("userRoles").where("roleId", "=", roleId).execute();
    await work();
    expect(await verdicts(id)).toEqual(["refund"]);
    const { status, failure } = await stage.app.platform.db
      .selectFrom("refundImports")
      .select(["status", "failure"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect([status, failure]).toEqual(["stopped", "noLongerAllowed"]);
  }, 60_000);
});
