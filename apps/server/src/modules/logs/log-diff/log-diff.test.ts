import { sysLogDiff } from "@countinghouse/contract/logs/log-diff/log-diff.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildOperator, buildTenant } from "../../../../test/people.ts";
import { readOf } from "../../../platform/db/tables.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const rights = ["sysPos:add", "sysPos:update", "sysPos:delete", "sysLogDiff:page", "sysLogDiff:detail"];
const operator = async () => app.as(await buildOperator(app, { ...(await buildTenant(app)), permissions: rights }));

describe("sysLogDiff.page and detail", () => {
  test("tell what a row was before and after, newest first", async () => {
    const me = await operator();
    const id = await me.call(sysPos, "add", { name: "Before" });
    await me.call(sysPos, "update", { id, name: "After" });
    await me.call(sysPos, "delete", { id });
    const { items } = await me.call(sysLogDiff, "page", {});
    expect(items.map(({ operation, tableNames, changes }) => [operation, tableNames, changes[0]?.diffType])).toEqual([
      ["sysPos.delete", "Positions", "delete"],
      ["sysPos.update", "Positions", "update"],
      ["sysPos.add", "Positions", "insert"],
    ]);
    const update = items[1];
    expect(update?.operationName).toBe("Edit · Positions");
    expect(update?.changes[0]).toMatchObject({
      recordId: String(id),
      beforeData: { name: "Before" },
      afterData: { name: "After" },
    });
    expect(await me.call(sysLogDiff, "detail", { id: update?.id ?? 0 })).toEqual(update);
    expect((await me.call(sysLogDiff, "page", { operation: "POS.upd" })).total).toBe(1);
  });

  test("tell who was shown what is hidden otherwise, although nothing was changed", async () => {
    const me = await buildOperator(app, { ...(await buildTenant(app)), permissions: rights });
    await app.platform.db
      .insertInto("auditEntries")
      .values({
        at: app.clock.now().toISOString(),
        tenantId: me.tenantId,
        operation: "coinOrder.reveal",
        actorAccount: "clerk",
        input: "{}",
        changes: JSON.stringify([readOf({ table: "coinOrders", id: "ord_1", number: "OR77", owner: "Ada's shop" })]),
        requestId: "r-1",
        elapsedMs: 1,
      })
      .execute();
    const [entry] = (await app.as(me).call(sysLogDiff, "page", {})).items;
    expect(entry).toMatchObject({
      operation: "coinOrder.reveal",
      account: "clerk",
      tableNames: "Orders",
      shownRecord: "OR77 · Ada's shop",
      changes: [
        {
          recordId: "ord_1",
          diffType: "read",
          beforeData: null,
          afterData: { number: "OR77", owner: "Ada's shop" },
        },
      ],
    });
  });

  test("show nothing of another tenant", async () => {
    const [one, two] = [await operator(), await operator()];
    await one.call(sysPos, "add", { name: "Secret" });
    const [entry] = (await one.call(sysLogDiff, "page", {})).items;
    expect((await two.call(sysLogDiff, "page", {})).items).toEqual([]);
    expect(await two.send(sysLogDiff, "detail", { id: entry?.id })).toMatchObject({
      status: 404,
      bizCode: "platform.notFound",
    });
  });
});
