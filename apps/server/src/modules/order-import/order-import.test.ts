import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coinOrder } from "@countinghouse/contract/coin-order/coin-order.ts";
import type { CallInput } from "@countinghouse/contract/kit/resource.ts";
import { importPartBytes, orderImport } from "@countinghouse/contract/order-import/order-import.ts";
import { orderImportRow } from "@countinghouse/contract/order-import/order-import-row.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../../../test/app.ts";
import { jobContext } from "../../../test/jobs.ts";
import { buildMerchant } from "../../../test/merchants.ts";
import { actorOf, buildRole, buildTenant, buildUser } from "../../../test/people.ts";
import { createLocalFileStore } from "../../platform/http/file-store.ts";
import type { JobWorker } from "../../platform/jobs/worker.ts";
import { refreshOrderSlots } from "../order-stats/order-slots.store.ts";
import { orderImportWorker } from "./order-import.worker.ts";

let app: TestApp;
let directory: string;
let worker: JobWorker;
let client: TestClient;
let merchantId: string;
let tenantId: number;
let orgId: number;

const permissions = Object.keys(orderImport.operations).map((name) => `orderImport:${name}`);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "imports-"));
  app = await buildTestApp({ environment: { COUNTINGHOUSE_DATA: directory } });
  worker = orderImportWorker(app.platform, createLocalFileStore(join(app.platform.config.dataDir, "files")));
});

afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

beforeEach(async () => {
  ({ tenantId, orgId } = await buildTenant(app));
  merchantId = await buildMerchant(app, { tenantId, orgId, timezone: "America/Sao_Paulo" });
  const accountType = 888;
  const roleId = await buildRole(app, {
    tenantId,
    dataScope: 1,
    permissions: [...permissions, "orderImportRow:page", "coinOrder:page", "coinOrder:detail", "coinOrder:timeline"],
  });
  client = app.as(await actorOf(app, await buildUser(app, { tenantId, orgId, roleIds: [roleId], accountType })));
  app.jobs.length = 0;
});

/** Works the newest job as a worker node would. */
const work = (signal?: AbortSignal): Promise<void> => worker.run(jobContext(app, signal), app.jobs.at(-1)?.data);

async function upload(text: string | Buffer, fileName = "orders.csv"): Promise<string> {
  const bytes = Buffer.from(text as string);
  const id = await client.call(orderImport, "add", { merchantId, mode: "live", fileName, fileBytes: bytes.length });
  for (let at = 0, part = 1; at < bytes.length; at += importPartBytes, part += 1) {
    const data = bytes.subarray(at, at + importPartBytes).toString("base64");
    await client.call(orderImport, "upload", { id, part, data });
  }
  return id;
}

const detailOf = (id: string) => client.call(orderImport, "detail", { id });
type Mapping = CallInput<(typeof orderImport.operations)["check"]>["mapping"];

/** Uploads a file and runs it dry with what its headings suggest, and what the test corrects. */
async function checked(text: string | Buffer, parts: Partial<Mapping> = {}): Promise<string> {
  const id = await upload(text);
  await work();
  const { mapping } = await detailOf(id);
  if (!mapping) throw new Error("nothing was proposed");
  await client.call(orderImport, "check", { id, mapping: { ...(mapping as Mapping), ...parts } });
  await work();
  return id;
}

async function imported(text: string, parts: Partial<Mapping> = {}): Promise<string> {
  const id = await checked(text, parts);
  await client.call(orderImport, "start", { id });
  await work();
  return id;
}

const rowsOf = async (id: string) => (await client.call(orderImportRow, "page", { importId: id, pageSize: 200 })).items;
const ordersOf = async (input: object = {}) =>
  (await client.call(coinOrder, "page", { merchantId: [merchantId], pageSize: 200, ...input })).items;

const heading = "order_id,purchased_at,status,payment_type,amount,currency";
const line = (parts: Record<string, string> = {}): string =>
  Object.values({
    order_id: "a-1",
    at: "2019-05-21 12:44:00",
    status: "paid",
    method: "credit_card",
    amount: "184.87",
    currency: "BRL",
    ...parts,
  }).join(",");
const file = (...lines: string[]): string => [heading, ...lines].join("\n");

describe("orderImport.upload", () => {
  test("takes a file in parts, finds its form and proposes what its columns mean", async () => {
    const id = await upload(`\uFEFF${file(line(), line({ order_id: "a-2", status: "canceled" }))}\r\n`);
    await work();
    const { status, encoding, delimiter, rowCount, columns, mapping } = await detailOf(id);
    expect({ status, encoding, delimiter, rowCount }).toEqual({
      status: "mapping",
      encoding: "utf-8",
      delimiter: ",",
      rowCount: 2,
    });
    expect(columns[0]).toMatchObject({ name: "order_id", samples: ["a-1", "a-2"] });
    expect(mapping).toMatchObject({
      columns: { merchantOrderNo: [0], orderTime: [1], status: [2], method: [3], amount: [4], currency: [5] },
      statuses: { paid: "paid", canceled: "canceled" },
      methods: { credit_card: "category:card" },
      timeZone: "America/Sao_Paulo",
    });
  });

  test.each([
    [
      "semicolons and decimal commas",
      Buffer.from(file(line()).replaceAll(",", ";").replace("184.87", "184,87")),
      ";",
      "utf-8",
    ],
    ["tabs", Buffer.from(file(line()).replaceAll(",", "\t")), "\t", "utf-8"],
    ["UTF-16", Buffer.from(`\uFEFF${file(line())}`, "utf16le"), ",", "utf-16le"],
    ["another encoding", Buffer.from(file(line({ order_id: "Jos\u00e9" })), "latin1"), ",", "windows-1252"],
  ])("reads %s", async (_name, bytes, delimiter, encoding) => {
    const id = await checked(bytes);
    const found = await detailOf(id);
    expect(found).toMatchObject({ delimiter, encoding, newCount: 1, refusedCount: 0, status: "checked" });
    expect(found.totals).toEqual([{ verdict: "new", currency: "BRL", status: "paid", count: 1, amount: "18487" }]);
  });

  test("refuses a part out of its order, and one that is too short", async () => {
    const fileBytes = importPartBytes + 5;
    const id = await client.call(orderImport, "add", { merchantId, fileName: "a.csv", fileBytes });
    const data = Buffer.alloc(importPartBytes, "a").toString("base64");
    expect((await client.send(orderImport, "upload", { id, part: 2, data })).bizCode).toBe(
      "orderImport.partOutOfOrder",
    );
    expect((await client.send(orderImport, "upload", { id, part: 1, data: "YWE=" })).bizCode).toBe(
      "orderImport.partOutOfOrder",
    );
    expect(await client.call(orderImport, "upload", { id, part: 1, data })).toEqual({ receivedBytes: importPartBytes });
  });

  test("refuses a file that is too large, and a sixth that waits", async () => {
    const add = (fileBytes: number) =>
      client.send(orderImport, "add", { merchantId, mode: "live", fileName: "a.csv", fileBytes });
    expect((await add(201 * 1_048_576)).bizCode).toBe("orderImport.fileTooLarge");
    for (let at = 0; at < 5; at += 1) expect((await add(10)).status).toBe(200);
    expect((await add(10)).bizCode).toBe("orderImport.tooManyOpen");
  });

  test.each([
    ["a quotation mark without its other half", file(line(), `"a-2,x`), "quotesUnbalanced", 3],
    ["a row of a megabyte", file(line(), line(), `a-3,"${"x".repeat(1_048_576)}"`), "rowTooLong", 4],
    ["nothing below the heading", `${heading}\n\n`, "emptyFile", null],
  ])("says where a file with %s cannot be read", async (_name, text, failure, failureRow) => {
    const id = await upload(text);
    await work();
    expect(await detailOf(id)).toMatchObject({ status: "failed", failure, failureRow });
  });
});

describe("orderImport.check", () => {
  test.each([
    ["merchantOrderNo", "missing", { order_id: "" }],
    ["merchantOrderNo", "tooLong", { order_id: "x".repeat(65) }],
    ["amount", "notAmount", { amount: "R$ 5" }],
    ["amount", "tooManyDecimals", { amount: "1.234" }],
    ["amount", "notPositive", { amount: "0.00" }],
    ["amount", "amountTooLarge", { amount: "99999999999999999999" }],
    ["currency", "unknownCurrency", { currency: "XXX" }],
    ["orderTime", "notTime", { at: "2019-02-30" }],
    ["orderTime", "inFuture", { at: "2027-01-01" }],
    ["status", "unknownWord", { status: "limbo" }],
    ["method", "unknownWord", { method: "barter" }],
    [null, "columnsDiffer", { currency: "BRL,more" }],
    ["merchantOrderNo", "badCharacters", { order_id: "a\uFFFDb" }],
  ])("refuses a row for %s: %s", async (field, reason, parts) => {
    const id = await checked(file(line({ order_id: "sound" }), line(parts)));
    expect(await detailOf(id)).toMatchObject({ status: "checked", newCount: 1, refusedCount: 1 });
    expect((await rowsOf(id))[1]).toMatchObject({ id: 3, verdict: "refused", field, reason });
  });

  test("refuses payers that are none, naming the column and the text", async () => {
    const wrong = ["nobody", "BRA", "12a4"];
    const text = [
      `${heading},email,country,last4`,
      `${line({ order_id: "1" })},nobody,BR,1234`,
      `${line({ order_id: "2" })},a@b.example,BRA,1234`,
      `${line({ order_id: "3" })},a@b.example,BR,12a4`,
      `${line({ order_id: "4" })},A@B.example,br,•••• 1234`,
    ].join("\n");
    const rows = await rowsOf(await checked(text));
    expect(rows.map(({ reason }) => reason)).toEqual(["notEmail", "notCountry", "notDigits", null]);
    expect(rows.slice(0, 3).map(({ value }) => value)).toEqual(wrong);
    expect(rows[2]?.columnName).toBe("last4");
  });

  test("tells the same row again from another one under its number", async () => {
    const id = await checked(file(line(), line(), line({ amount: "1.00" })));
    expect((await rowsOf(id)).map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ["new", null],
      ["present", null],
      ["refused", "numberRepeated"],
    ]);
  });

  test("leaves out what was chosen to stay out, and joins the columns of a number", async () => {
    const text = `${heading},payment_sequential\n${line()},1\n${line({ status: "processing" })},2`;
    const id = await checked(text, { statuses: { paid: "paid", processing: "leaveOut" } });
    const rows = await rowsOf(id);
    expect(rows.map(({ verdict, merchantOrderNo }) => [verdict, merchantOrderNo])).toEqual([
      ["new", "a-1-1"],
      ["leftOut", "a-1-2"],
    ]);
    expect(rows[0]?.orderTime).toBe("2019-05-21T15:44:00.000Z");
  });

  test("reads two columns of the same heading by their place", async () => {
    const id = await checked(`order_id,date,status,amount,amount,currency\n1,2019-05-21,paid,5.00,7.00,BRL`, {
      columns: { merchantOrderNo: [0], orderTime: [1], status: [2], amount: [4], currency: [5] },
    });
    expect((await rowsOf(id))[0]).toMatchObject({ verdict: "new", amount: "700" });
  });

  test("refuses columns that leave a needed field open, or that are not there", async () => {
    const id = await upload(file(line()));
    await work();
    const { mapping } = await detailOf(id);
    const { amount: _amount, ...columns } = mapping?.columns ?? {};
    const send = (given: object) => client.send(orderImport, "check", { id, mapping: { ...mapping, columns: given } });
    expect(await send(columns)).toMatchObject({ bizCode: "orderImport.fieldMissing" });
    expect((await send(columns)).body.message).toContain("Amount");
    expect(await send({ ...columns, amount: [9] })).toMatchObject({ bizCode: "orderImport.noSuchColumn" });
  });

  test("goes on after an interruption with the row after the last verdict", async () => {
    const many = Array.from({ length: 1_200 }, (_, at) => line({ order_id: `n-${at}` }));
    const id = await upload(file(...many));
    await work();
    const { mapping } = await detailOf(id);
    await client.call(orderImport, "check", { id, mapping: mapping as Mapping });
    await interruptAfter(1);
    expect((await rowsOf(id)).length).toBeGreaterThan(0);
    expect(await detailOf(id)).toMatchObject({ status: "checking", doneRows: 501 });
    await work();
    expect(await detailOf(id)).toMatchObject({ status: "checked", newCount: 1_200 });
  });
});

/** Works the newest job on a node that stops after so many transactions, in the middle of the next. */
async function interruptAfter(batches: number): Promise<void> {
  const stop = new AbortController();
  const job = jobContext(app, stop.signal);
  let begun = 0;
  const db = new Proxy(app.platform.db, {
    get: (target, name, receiver) => {
      if (name === "transaction") {
        begun += 1;
        if (begun > batches) stop.abort();
      }
      const value = Reflect.get(target, name, receiver) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await expect(worker.run({ ...job, db }, app.jobs.at(-1)?.data)).rejects.toThrow();
}

describe("orderImport.start", () => {
  test("makes orders that are history: paid, without money of ours, told as imported", async () => {
    const id = await imported(file(line(), line({ order_id: "a-2", status: "canceled", amount: "5.00" })));
    expect(await detailOf(id)).toMatchObject({ status: "done", importedCount: 2 });
    const orders = await ordersOf({ origin: ["import"] });
    expect(
      orders
        .map(({ merchantOrderNo, status, amount, capturedAmount }) => ({
          merchantOrderNo,
          status,
          amount,
          capturedAmount,
        }))
        .sort((a, b) => a.merchantOrderNo.localeCompare(b.merchantOrderNo)),
    ).toEqual([
      { merchantOrderNo: "a-1", status: "paid", amount: "18487", capturedAmount: "0" },
      { merchantOrderNo: "a-2", status: "canceled", amount: "500", capturedAmount: "0" },
    ]);
    const paid = orders.find(({ merchantOrderNo }) => merchantOrderNo === "a-1");
    const detail = await client.call(coinOrder, "detail", { id: paid?.id ?? "" });
    expect(detail.abilities).toEqual({ capture: false, void: false, cancel: false, sync: false });
    expect(detail).toMatchObject({ refundableAmount: "0", settlementStatus: "none", attempts: [] });
    const timeline = await client.call(coinOrder, "timeline", { id: paid?.id ?? "" });
    expect(timeline).toMatchObject([{ seq: 1, title: "eventOrderImported", detail: { file: "orders.csv" } }]);
  });

  test("keeps imported orders out of the figures of business", async () => {
    await imported(file(line({ at: "2026-11-20 10:00:00" })));
    await refreshOrderSlots(app.platform.db, app.clock.now());
    const slots = await app.platform.db
      .selectFrom("orderSlots")
      .selectAll()
      .where("merchantId", "=", merchantId)
      .execute();
    expect(slots).toEqual([]);
  });

  test("refuses to begin while rows are refused, unless they are left out knowingly", async () => {
    const id = await checked(file(line(), line({ order_id: "" })));
    expect(await client.send(orderImport, "start", { id })).toMatchObject({ bizCode: "orderImport.rowsRefused" });
    await client.call(orderImport, "start", { id, leaveOutRefused: true });
    await work();
    expect(await detailOf(id)).toMatchObject({ status: "done", importedCount: 1, refusedCount: 1 });
  });

  test("changes nothing when the same file comes again, and refuses another order under a number", async () => {
    await imported(file(line()));
    const again = await checked(file(line()));
    expect(await detailOf(again)).toMatchObject({ newCount: 0, presentCount: 1 });
    expect(await client.send(orderImport, "start", { id: again })).toMatchObject({ bizCode: "orderImport.nothingNew" });
    const other = await checked(file(line({ amount: "9.99" })));
    expect((await rowsOf(other))[0]).toMatchObject({ verdict: "refused", reason: "numberTaken" });
    expect(await ordersOf()).toHaveLength(1);
  });

  test("goes on after an interruption without an order twice or half of one", async () => {
    const many = Array.from({ length: 1_300 }, (_, at) => line({ order_id: `n-${at}` }));
    const id = await checked(file(...many));
    await client.call(orderImport, "start", { id });
    await interruptAfter(1);
    expect(await detailOf(id)).toMatchObject({ status: "importing", importedCount: 500, doneRows: 501 });
    expect(await counted()).toEqual({ orders: 500, particulars: 500 });
    await work();
    await work();
    expect(await detailOf(id)).toMatchObject({ status: "done", importedCount: 1_300 });
    expect(await counted()).toEqual({ orders: 1_300, particulars: 1_300 });
  });

  test("settles rows whose number was taken after the dry run", async () => {
    const first = await checked(file(line(), line({ order_id: "a-2" })));
    await imported(file(line(), line({ order_id: "a-2", amount: "1.00" })));
    await client.call(orderImport, "start", { id: first });
    await work();
    expect((await rowsOf(first)).map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ["present", null],
      ["refused", "numberTaken"],
    ]);
    expect(await detailOf(first)).toMatchObject({ status: "done", importedCount: 0, presentCount: 1, refusedCount: 1 });
  });

  test("stops when whoever started it may no longer import", async () => {
    const id = await checked(file(line()));
    await client.call(orderImport, "start", { id });
    await app.platform.db.updateTable("users").set({ status: 2 }).where("tenantId", "=", tenantId).execute();
    await work();
    const row = await app.platform.db.selectFrom("orderImports").selectAll().where("id", "=", id).executeTakeFirst();
    expect(row).toMatchObject({ status: "stopped", failure: "noLongerAllowed", importedCount: 0 });
  });
});

async function counted() {
  const { db } = app.platform;
  const of = async (table: "coinOrders" | "coinOrderParticulars") =>
    Number(
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as("count"))
          .where("merchantId", "=", merchantId)
          .executeTakeFirstOrThrow()
      ).count,
    );
  return { orders: await of("coinOrders"), particulars: await of("coinOrderParticulars") };
}

describe("orderImport.stop", () => {
  test("keeps what is in and goes on from there", async () => {
    const id = await checked(file(line()));
    expect(await client.send(orderImport, "stop", { id })).toMatchObject({ bizCode: "orderImport.wrongState" });
    await client.call(orderImport, "start", { id });
    await client.call(orderImport, "stop", { id });
    await work();
    expect(await detailOf(id)).toMatchObject({ status: "stopped", importedCount: 0 });
    await client.call(orderImport, "start", { id });
    await work();
    expect(await detailOf(id)).toMatchObject({ status: "done", importedCount: 1 });
  });
});

describe("orderImport.cancel", () => {
  test("ends an import before it begins and removes its file", async () => {
    const id = await checked(file(line()));
    await client.call(orderImport, "cancel", { id });
    await work();
    expect(await detailOf(id)).toMatchObject({ status: "canceled" });
    expect(
      await createLocalFileStore(join(app.platform.config.dataDir, "files")).read(`imports/${id}-1.csv`),
    ).toBeUndefined();
    expect(await client.send(orderImport, "start", { id })).toMatchObject({ bizCode: "orderImport.wrongState" });
  });
});

describe("orderImport.undo", () => {
  test("takes every order of the import out again, and of no other", async () => {
    await imported(file(line({ order_id: "other" })));
    const id = await imported(file(line(), line({ order_id: "a-2" })));
    await client.call(orderImport, "undo", { id });
    await work();
    expect(await detailOf(id)).toMatchObject({ status: "undone", importedCount: 0 });
    expect((await ordersOf()).map(({ merchantOrderNo }) => merchantOrderNo)).toEqual(["other"]);
    expect(await counted()).toEqual({ orders: 1, particulars: 1 });
  });

  test("refuses once somebody has worked with an order", async () => {
    const id = await imported(file(line()));
    const [order] = await ordersOf();
    await app.as(actor()).call(coinOrder, "addNote", { id: order?.id ?? "", text: "Asked the payer" });
    expect(await client.send(orderImport, "undo", { id })).toMatchObject({ bizCode: "orderImport.ordersInUse" });
  });
});

describe("orderImportRow.page", () => {
  test("shows nobody the rows of another tenant's import", async () => {
    const id = await checked(file(line()));
    const there = await buildTenant(app);
    const roleId = await buildRole(app, { ...there, dataScope: 1, permissions: ["orderImportRow:page"] });
    const stranger = app.as(await actorOf(app, await buildUser(app, { ...there, roleIds: [roleId] })));
    expect((await stranger.call(orderImportRow, "page", { importId: id })).items).toEqual([]);
  });
});
