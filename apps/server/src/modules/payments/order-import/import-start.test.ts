import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor } from "../../../../test/app.ts";
import {
  buildImportDesk,
  buildImportNode,
  file,
  type ImportDesk,
  type ImportNode,
  line,
} from "../../../../test/order-imports.ts";
import { buildUser } from "../../../../test/people.ts";
import { refreshOrderSlots } from "../order-stats/order-slots.store.ts";

let node: ImportNode;
let desk: ImportDesk;

beforeAll(async () => {
  node = await buildImportNode();
});

afterAll(() => node.close());

beforeEach(async () => {
  desk = await buildImportDesk(node);
});

describe("orderImport.start", () => {
  test("makes orders that are history: paid, without money of ours, told as imported", async () => {
    const id = await desk.imported(file(line(), line({ order_id: "a-2", status: "canceled", amount: "5.00" })));
    expect(await desk.detailOf(id)).toMatchObject({ status: "done", importedCount: 2 });
    const orders = await desk.ordersOf({ origin: ["import"] });
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
    const detail = await desk.client.call(coinOrder, "detail", { id: paid?.id ?? "" });
    expect(Object.values(detail.abilities)).not.toContain(true);
    expect(detail).toMatchObject({ refundableAmount: "0", settlementStatus: "none", attempts: [] });
    const timeline = await desk.client.call(coinOrder, "timeline", { id: paid?.id ?? "" });
    expect(timeline).toMatchObject([{ seq: 1, title: "eventOrderImported", detail: { file: "orders.csv" } }]);
  });

  test("tells a merchant's people who imported an order if it was one of them", async () => {
    const { app } = node;
    await desk.imported(file(line()));
    const [order] = await desk.ordersOf({ origin: ["import"] });
    const userId = await buildUser(app, { ...desk.place, accountType: AccountType.Member });
    const { db } = app.platform;
    await db.updateTable("users").set({ merchantId: desk.merchantId }).where("id", "=", userId).execute();
    const scope = { ...actor(desk.place).scope, merchantIds: [desk.merchantId] };
    const people = app.as(actor({ ...desk.place, userId, scope }));
    const importer = async () => {
      const [{ actorName } = {}] = await people.call(coinOrder, "timeline", { id: order?.id ?? "" });
      return actorName;
    };
    expect(await importer()).toBeNull();
    const { merchantId } = desk;
    await db.updateTable("orderImports").set({ createUserId: userId }).where("merchantId", "=", merchantId).execute();
    expect(await importer()).toEqual(expect.any(String));
  });

  test("keeps imported orders out of the figures of business", async () => {
    await desk.imported(file(line({ at: "2026-11-20 10:00:00" })));
    await refreshOrderSlots(node.app.platform.db, node.app.clock.now());
    const slots = await node.app.platform.db
      .selectFrom("orderSlots")
      .selectAll()
      .where("merchantId", "=", desk.merchantId)
      .execute();
    expect(slots).toEqual([]);
  });

  test("refuses to begin while rows are refused, unless they are left out knowingly", async () => {
    const id = await desk.checked(file(line(), line({ order_id: "" })));
    expect(await desk.client.send(orderImport, "start", { id })).toMatchObject({ bizCode: "orderImport.rowsRefused" });
    await desk.client.call(orderImport, "start", { id, leaveOutRefused: true });
    await desk.work();
    expect(await desk.detailOf(id)).toMatchObject({ status: "done", importedCount: 1, refusedCount: 1 });
  });

  test("changes nothing when the same file comes again, and refuses another order under a number", async () => {
    await desk.imported(file(line()));
    const again = await desk.checked(file(line()));
    expect(await desk.detailOf(again)).toMatchObject({ newCount: 0, presentCount: 1 });
    expect(await desk.client.send(orderImport, "start", { id: again })).toMatchObject({
      bizCode: "orderImport.nothingNew",
    });
    const other = await desk.checked(file(line({ amount: "9.99" })));
    expect((await desk.rowsOf(other))[0]).toMatchObject({ verdict: "refused", reason: "numberTaken" });
    expect(await desk.ordersOf()).toHaveLength(1);
  });

  test("goes on after an interruption without an order twice or half of one", async () => {
    const many = Array.from({ length: 1_300 }, (_, at) => line({ order_id: `n-${at}` }));
    const id = await desk.checked(file(...many));
    await desk.client.call(orderImport, "start", { id });
    await desk.interruptAfter(1);
    expect(await desk.detailOf(id)).toMatchObject({ status: "importing", importedCount: 500, doneRows: 501 });
    expect(await counted()).toEqual({ orders: 500, particulars: 500 });
    await desk.work();
    await desk.work();
    expect(await desk.detailOf(id)).toMatchObject({ status: "done", importedCount: 1_300 });
    expect(await counted()).toEqual({ orders: 1_300, particulars: 1_300 });
  });

  test("settles rows whose number was taken after the dry run", async () => {
    const first = await desk.checked(file(line(), line({ order_id: "a-2" })));
    await desk.imported(file(line(), line({ order_id: "a-2", amount: "1.00" })));
    await desk.client.call(orderImport, "start", { id: first });
    await desk.work();
    expect((await desk.rowsOf(first)).map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ["present", null],
      ["refused", "numberTaken"],
    ]);
    expect(await desk.detailOf(first)).toMatchObject({
      status: "done",
      importedCount: 0,
      presentCount: 1,
      refusedCount: 1,
    });
  });

  test("stops when whoever started it may no longer import", async () => {
    const id = await desk.checked(file(line()));
    await desk.client.call(orderImport, "start", { id });
    await node.app.platform.db.updateTable("users").set({ status: 2 }).where("tenantId", "=", desk.tenantId).execute();
    await desk.work();
    const row = await node.app.platform.db
      .selectFrom("orderImports")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    expect(row).toMatchObject({ status: "stopped", failure: "noLongerAllowed", importedCount: 0 });
  });
});

async function counted() {
  const { db } = node.app.platform;
  const of = async (table: "coinOrders" | "coinOrderParticulars") =>
    Number(
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as("count"))
          .where("merchantId", "=", desk.merchantId)
          .executeTakeFirstOrThrow()
      ).count,
    );
  return { orders: await of("coinOrders"), particulars: await of("coinOrderParticulars") };
}

describe("orderImport.stop", () => {
  test("keeps what is in and goes on from there", async () => {
    const id = await desk.checked(file(line()));
    expect(await desk.client.send(orderImport, "stop", { id })).toMatchObject({ bizCode: "orderImport.wrongState" });
    await desk.client.call(orderImport, "start", { id });
    await desk.client.call(orderImport, "stop", { id });
    await desk.work();
    expect(await desk.detailOf(id)).toMatchObject({ status: "stopped", importedCount: 0 });
    await desk.client.call(orderImport, "start", { id });
    await desk.work();
    expect(await desk.detailOf(id)).toMatchObject({ status: "done", importedCount: 1 });
  });
});

describe("orderImport.cancel", () => {
  test("ends an import before it begins and removes its file", async () => {
    const id = await desk.checked(file(line()));
    await desk.client.call(orderImport, "cancel", { id });
    await desk.work();
    expect(await desk.detailOf(id)).toMatchObject({ status: "canceled" });
    expect(await node.files.read(`imports/${id}-1.csv`)).toBeUndefined();
    expect(await desk.client.send(orderImport, "start", { id })).toMatchObject({ bizCode: "orderImport.wrongState" });
  });
});

describe("orderImport.undo", () => {
  test("takes every order of the import out again, and of no other", async () => {
    await desk.imported(file(line({ order_id: "other" })));
    const id = await desk.imported(file(line(), line({ order_id: "a-2" })));
    await desk.client.call(orderImport, "undo", { id });
    await desk.work();
    expect(await desk.detailOf(id)).toMatchObject({ status: "undone", importedCount: 0 });
    expect((await desk.ordersOf()).map(({ merchantOrderNo }) => merchantOrderNo)).toEqual(["other"]);
    expect(await counted()).toEqual({ orders: 1, particulars: 1 });
  });

  test("refuses once somebody has worked with an order", async () => {
    const id = await desk.imported(file(line()));
    const [order] = await desk.ordersOf();
    await node.app.as(actor()).call(coinOrder, "addNote", { id: order?.id ?? "", text: "Asked the payer" });
    expect(await desk.client.send(orderImport, "undo", { id })).toMatchObject({ bizCode: "orderImport.ordersInUse" });
  });
});
