import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildOperator, buildTenant, buildUser, unique } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const rights = ["page", "detail", "add", "update", "delete", "export", "importCheck", "import"].map(
  (name) => `sysPos:${name}`,
);
async function buildOffice() {
  const place = await buildTenant(app);
  return { ...place, operator: app.as(await buildOperator(app, { ...place, permissions: rights })) };
}

describe("sysPos.add and update", () => {
  test("add in the caller's tenant and change with the version that was read", async () => {
    const { tenantId, operator } = await buildOffice();
    const id = await operator.call(sysPos, "add", { name: " Cashier ", tenantId: 1 } as never);
    expect(await operator.call(sysPos, "detail", { id })).toMatchObject({
      name: "Cashier",
      orderNo: 100,
      status: 1,
      version: 1,
    });
    expect(
      await app.platform.db.selectFrom("positions").select("tenantId").where("id", "=", id).executeTakeFirst(),
    ).toEqual({ tenantId });
    await operator.call(sysPos, "update", { id, version: 1, name: "Head cashier" });
    expect(await operator.send(sysPos, "update", { id, version: 1, name: "Late" })).toMatchObject({
      status: 409,
      bizCode: "platform.stale",
    });
  });

  test("refuse the same name with the same code, at the field", async () => {
    const { operator } = await buildOffice();
    await operator.call(sysPos, "add", { name: "Cashier", code: "c" });
    const answer = await operator.send(sysPos, "add", { name: "CASHIER", code: "C" });
    expect(answer).toMatchObject({ status: 409, bizCode: "sysPos.duplicate" });
    expect(answer.body.extras?.fields).toMatchObject([{ field: "name" }]);
    const id = await operator.call(sysPos, "add", { name: "Cashier", code: "d" });
    expect(await operator.send(sysPos, "update", { id, name: "Cashier", code: "c" })).toMatchObject({
      status: 409,
      bizCode: "sysPos.duplicate",
    });
  });

  test("let only one of two equal requests at the same moment succeed", async () => {
    const { operator } = await buildOffice();
    const answers = await Promise.all([1, 2].map(() => operator.send(sysPos, "add", { name: "Race" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("sysPos.list and page", () => {
  test("show the caller's tenant only, searched as text", async () => {
    const [one, two] = [await buildOffice(), await buildOffice()];
    const id = await one.operator.call(sysPos, "add", { name: "50%_off", code: "x" });
    expect(await two.operator.call(sysPos, "list", {})).toEqual([]);
    expect((await two.operator.call(sysPos, "page", {})).total).toBe(0);
    expect((await one.operator.call(sysPos, "list", { name: "%_O" })).map((pos) => pos.id)).toEqual([id]);
    expect(await one.operator.call(sysPos, "list", { name: "5_%" })).toEqual([]);
    expect((await one.operator.call(sysPos, "page", { name: "%_O" })).total).toBe(1);
  });
});

describe("whose a position is", () => {
  test("is told to those who see several tenants, and to nobody else", async () => {
    const { tenantId, operator } = await buildOffice();
    const name = unique("Whose ");
    const id = await operator.call(sysPos, "add", { name });
    const { name: tenantName } = await app.platform.db
      .selectFrom("tenants")
      .select("name")
      .where("id", "=", tenantId)
      .executeTakeFirstOrThrow();
    const admin = app.as(actor());
    expect((await admin.call(sysPos, "page", { name })).items).toMatchObject([{ id, tenantName }]);
    expect(await admin.call(sysPos, "detail", { id })).toMatchObject({ tenantName });
    expect((await operator.call(sysPos, "page", { name })).items).toMatchObject([{ id, tenantName: null }]);
  });
});

describe("sysPos.delete", () => {
  test("removes a position that nobody holds and refuses one that is held, in either way", async () => {
    const { tenantId, orgId, operator } = await buildOffice();
    const [free, main, extra] = await Promise.all(
      [1, 2, 3].map(() => operator.call(sysPos, "add", { name: unique("P") })),
    );
    const userId = await buildUser(app, { tenantId, orgId });
    await app.platform.db
      .updateTable("users")
      .set({ posId: main ?? 0 })
      .where("id", "=", userId)
      .execute();
    await app.platform.db
      .insertInto("userExtOrgs")
      .values({ userId, orgId, posId: extra ?? 0 })
      .execute();
    for (const id of [main, extra])
      expect(await operator.send(sysPos, "delete", { id })).toMatchObject({ status: 409, bizCode: "sysPos.inUse" });
    await operator.call(sysPos, "delete", { id: free ?? 0 });
    expect(await operator.send(sysPos, "detail", { id: free })).toMatchObject({ status: 404 });
  });
});

describe("a position of another tenant", () => {
  test("is not found by any operation", async () => {
    const [one, two] = [await buildOffice(), await buildOffice()];
    const id = await two.operator.call(sysPos, "add", { name: "Theirs" });
    for (const [name, input] of [
      ["detail", { id }],
      ["update", { id, name: "Mine" }],
      ["delete", { id }],
    ] as const) {
      expect(await one.operator.send(sysPos, name, input)).toMatchObject({ status: 404, bizCode: "platform.notFound" });
    }
    expect(await app.as(actor()).call(sysPos, "detail", { id })).toMatchObject({ name: "Theirs" });
  });
});

describe("sysPos.importCheck and import", () => {
  const file = (...lines: readonly string[]) => ({
    fileName: "positions.csv",
    data: Buffer.from(lines.join("\n")).toString("base64"),
  });

  test("name every bad row, and import nothing before somebody leaves them out", async () => {
    const { operator } = await buildOffice();
    await operator.call(sysPos, "add", { name: "Cashier", code: "c" });
    const given = file("Name,Code,Order", "Clerk,k,10", "Clerk,k,20", "Cashier,c,30", ",x,40");
    const checked = await operator.call(sysPos, "importCheck", given);
    expect(checked).toMatchObject({ added: 1, changed: 0, faultCount: 3 });
    expect(checked.faults.map(({ row }) => row)).toEqual([3, 4, 5]);
    expect(await operator.send(sysPos, "import", given)).toMatchObject({ status: 409, bizCode: "sysPos.rowsRefused" });
    expect((await operator.call(sysPos, "page", {})).total).toBe(1);
    expect(await operator.call(sysPos, "import", { ...given, leaveOutRefused: true })).toEqual({
      added: 1,
      changed: 0,
      leftOut: 3,
    });
    expect((await operator.call(sysPos, "page", { name: "Clerk" })).items).toMatchObject([{ code: "k", orderNo: 10 }]);
  });

  test.each([
    [file("name"), "sysPos.emptyFile"],
    [file("code", "k"), "sysPos.columnMissing"],
    [file("name", '"Clerk'), "sysPos.unreadable"],
    [file("name", ...Array.from({ length: 1_001 }, (_, at) => `Clerk ${at}`)), "sysPos.tooManyRows"],
    [file("name,code", ",k"), "sysPos.nothingToImport"],
  ])("refuse a file that says nothing %#", async (given, bizCode) => {
    const { operator } = await buildOffice();
    expect(await operator.send(sysPos, "import", { ...given, leaveOutRefused: true })).toMatchObject({ bizCode });
  });
});
