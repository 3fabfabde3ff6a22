import { sysOrg } from "@countinghouse/contract/system/org/org.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildOperator, buildOrg, buildTenant, buildUser, unique } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const admin = () => app.as(actor());
const rights = ["add", "update", "delete", "detail", "move", "importCheck", "import", "export"].map(
  (name) => `sysOrg:${name}`,
);

/** Root, two branches, and a leaf below the first; an operator with the first branch and its descendants in scope. */
async function buildBranches() {
  const { tenantId, orgId: root } = await buildTenant(app);
  const own = await buildOrg(app, { tenantId, pid: root });
  const leaf = await buildOrg(app, { tenantId, pid: own });
  const other = await buildOrg(app, { tenantId, pid: root });
  const who = await buildOperator(app, { tenantId, orgId: own, permissions: rights, dataScope: 2 });
  return { tenantId, root, own, leaf, other, operator: app.as(who) };
}

describe("sysOrg.list", () => {
  test("shows the own branch, with what leads to it as not selectable", async () => {
    const { root, own, leaf, operator } = await buildBranches();
    const [tree, ...rest] = await operator.call(sysOrg, "list", {});
    expect(rest).toEqual([]);
    expect(tree).toMatchObject({
      id: root,
      disabled: true,
      children: [{ id: own, disabled: false, children: [{ id: leaf, disabled: false }] }],
    });
    expect(tree?.children).toHaveLength(1);
  });

  test("wraps the tree below an id in that organisation", async () => {
    const { own, leaf, operator } = await buildBranches();
    expect(await operator.call(sysOrg, "list", { id: own })).toMatchObject([{ id: own, children: [{ id: leaf }] }]);
  });

  test("answers flat to a search, and only from the own scope", async () => {
    const { tenantId, other, operator } = await buildBranches();
    await app.platform.db.updateTable("orgs").set({ name: "Needle" }).where("id", "=", other).execute();
    expect(await operator.call(sysOrg, "list", { name: "needle" })).toEqual([]);
    const found = await app
      .as(actor({ scope: { tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" } }))
      .call(sysOrg, "list", { name: "needle" });
    expect(found).toMatchObject([{ id: other, children: [] }]);
  });
});

describe("sysOrg.add", () => {
  test("adds below an organisation in scope and keeps the tenant of the parent", async () => {
    const { tenantId, own } = await buildBranches();
    const id = await admin().call(sysOrg, "add", { pid: own, name: unique("New ") });
    expect(
      await app.platform.db.selectFrom("orgs").select(["tenantId", "pid"]).where("id", "=", id).executeTakeFirst(),
    ).toEqual({ tenantId, pid: own });
  });

  test("refuses a root to everyone but the platform administrator", async () => {
    const { operator } = await buildBranches();
    expect(await operator.send(sysOrg, "add", { pid: 0, name: "Top" })).toMatchObject({
      status: 403,
      bizCode: "sysOrg.rootNotAllowed",
    });
  });

  test("refuses a parent outside the scope, and one that does not exist", async () => {
    const { other, operator } = await buildBranches();
    expect(await operator.send(sysOrg, "add", { pid: other, name: "Mine" })).toMatchObject({
      status: 403,
      bizCode: "sysOrg.outsideScope",
    });
    expect(await operator.send(sysOrg, "add", { pid: 987654321, name: "Mine" })).toMatchObject({
      bizCode: "sysOrg.parentUnknown",
    });
  });

  test("refuses the same name with the same code, whatever the case, at the field", async () => {
    const { own, operator } = await buildBranches();
    await operator.call(sysOrg, "add", { pid: own, name: "Twin", code: "T1" });
    const answer = await operator.send(sysOrg, "add", { pid: own, name: "TWIN", code: "t1" });
    expect(answer).toMatchObject({ status: 409, bizCode: "sysOrg.duplicate" });
    expect(answer.body.extras?.fields).toMatchObject([{ field: "name" }]);
    await operator.call(sysOrg, "add", { pid: own, name: "Twin", code: "T2" });
  });
});

describe("sysOrg.update", () => {
  test("moves an organisation and raises its version", async () => {
    const { own, leaf, operator } = await buildBranches();
    const target = own;
    await admin().call(sysOrg, "update", { id: leaf, version: 1, pid: 0, name: unique("Leaf ") });
    await admin().call(sysOrg, "update", { id: leaf, version: 2, pid: target, name: unique("Leaf ") });
    expect(await operator.call(sysOrg, "detail", { id: leaf })).toMatchObject({ pid: target, version: 3 });
  });

  test("refuses a circle: itself or something below it as parent", async () => {
    const { own, leaf } = await buildBranches();
    expect(await admin().send(sysOrg, "update", { id: own, pid: own, name: "Own" })).toMatchObject({
      bizCode: "sysOrg.parentIsSelf",
    });
    expect(await admin().send(sysOrg, "update", { id: own, pid: leaf, name: "Own" })).toMatchObject({
      bizCode: "sysOrg.parentIsBelow",
    });
  });

  test("lets only one of two moves through that would make a circle together", async () => {
    const { tenantId, root } = await buildBranches();
    // Many pairs at once, so that some overlap.
    const pairs = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const one = await buildOrg(app, { tenantId, pid: root });
        return [one, await buildOrg(app, { tenantId, pid: root })] as const;
      }),
    );
    const move = (id: number, pid: number) => admin().send(sysOrg, "update", { id, pid, name: unique("Moved ") });
    const moved = await Promise.all(pairs.map(([one, two]) => Promise.all([move(one, two), move(two, one)])));
    for (const answers of moved) expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const tree = JSON.stringify(await admin().call(sysOrg, "list", { id: root }));
    for (const id of pairs.flat()) expect(tree).toContain(`"id":${id},`);
  });

  test("refuses a change outside the scope and a move into another tenant", async () => {
    const { own, other, operator } = await buildBranches();
    expect(await operator.send(sysOrg, "update", { id: other, pid: own, name: "Taken" })).toMatchObject({
      status: 403,
      bizCode: "sysOrg.outsideScope",
    });
    const foreign = await buildTenant(app);
    expect(await admin().send(sysOrg, "update", { id: own, pid: foreign.orgId, name: "Moved" })).toMatchObject({
      bizCode: "sysOrg.parentUnknown",
    });
  });

  test("refuses a stale version", async () => {
    const { own, leaf, operator } = await buildBranches();
    expect(await operator.send(sysOrg, "update", { id: leaf, version: 9, pid: own, name: "Leaf" })).toMatchObject({
      status: 409,
      bizCode: "platform.stale",
    });
  });

  test("does not find an organisation of another tenant", async () => {
    const { operator } = await buildBranches();
    const foreign = await buildTenant(app);
    expect(await operator.send(sysOrg, "update", { id: foreign.orgId, pid: 0, name: "X" })).toMatchObject({
      status: 404,
      bizCode: "platform.notFound",
    });
    expect(await operator.send(sysOrg, "detail", { id: foreign.orgId })).toMatchObject({ status: 404 });
  });
});

describe("sysOrg.delete", () => {
  test("removes the organisation with everything below it", async () => {
    const { own, leaf } = await buildBranches();
    await app.platform.db.deleteFrom("userRoles").execute();
    await app.platform.db.deleteFrom("users").where("orgId", "=", own).execute();
    await admin().call(sysOrg, "delete", { id: own });
    expect(await app.platform.db.selectFrom("orgs").select("id").where("id", "in", [own, leaf]).execute()).toEqual([]);
  });

  test("refuses while users belong to it, to one below it, or have it as an additional one", async () => {
    const { tenantId, root, own, leaf, other } = await buildBranches();
    expect(await admin().send(sysOrg, "delete", { id: own })).toMatchObject({
      status: 409,
      bizCode: "sysOrg.hasUsers",
    });
    const empty = await buildOrg(app, { tenantId, pid: other });
    const below = await buildOrg(app, { tenantId, pid: empty });
    const userId = await buildUser(app, { tenantId, orgId: below });
    expect(await admin().send(sysOrg, "delete", { id: empty })).toMatchObject({ bizCode: "sysOrg.hasUsersBelow" });
    await app.platform.db.updateTable("users").set({ orgId: root }).where("id", "=", userId).execute();
    const { id: posId } = await app.platform.db
      .insertInto("positions")
      .values({ tenantId, name: unique("Pos ") })
      .returning("id")
      .executeTakeFirstOrThrow();
    await app.platform.db.insertInto("userExtOrgs").values({ userId, orgId: leaf, posId }).execute();
    expect(await admin().send(sysOrg, "delete", { id: leaf })).toMatchObject({ bizCode: "sysOrg.hasExtraUsers" });
  });

  test("refuses the root organisation of a tenant", async () => {
    const { orgId } = await buildTenant(app);
    expect(await admin().send(sysOrg, "delete", { id: orgId })).toMatchObject({
      status: 409,
      bizCode: "sysOrg.tenantRoot",
    });
  });

  test("refuses one outside the scope", async () => {
    const { other, operator } = await buildBranches();
    expect(await operator.send(sysOrg, "delete", { id: other })).toMatchObject({
      status: 403,
      bizCode: "sysOrg.outsideScope",
    });
  });
});

const names = ({ items }: { readonly items: readonly { readonly name: string }[] }) => items.map(({ name }) => name);

describe("sysOrg.page", () => {
  test("lists the own organisations, filtered, sorted, and at and below a chosen one", async () => {
    const { own, leaf, operator } = await buildBranches();
    const { db } = app.platform;
    await db.updateTable("orgs").set({ name: "Asia", level: 1, orderNo: 20 }).where("id", "=", own).execute();
    await db.updateTable("orgs").set({ name: "Beta", level: 2, orderNo: 10 }).where("id", "=", leaf).execute();
    expect(names(await operator.call(sysOrg, "page", {}))).toEqual(["Beta", "Asia"]);
    expect(names(await operator.call(sysOrg, "page", { field: "level", order: "ascending" }))).toEqual([
      "Asia",
      "Beta",
    ]);
    expect(names(await operator.call(sysOrg, "page", { name: "eta" }))).toEqual(["Beta"]);
    expect(names(await operator.call(sysOrg, "page", { orgId: leaf }))).toEqual(["Beta"]);
  });
});

describe("sysOrg.move", () => {
  test("puts an organisation behind another one, and at the beginning of another branch", async () => {
    const { root, own, leaf, other } = await buildBranches();
    const places = async (pid: number) =>
      (await app.platform.db.selectFrom("orgs").select("id").where("pid", "=", pid).orderBy("orderNo").execute()).map(
        ({ id }) => id,
      );
    await admin().call(sysOrg, "move", { id: own, pid: root, afterId: other });
    expect(await places(root)).toEqual([other, own]);
    await admin().call(sysOrg, "move", { id: leaf, pid: root });
    expect(await places(root)).toEqual([leaf, other, own]);
  });

  test("refuses a circle, the top, a place outside the scope and a neighbour from elsewhere", async () => {
    const { root, own, leaf, other, operator } = await buildBranches();
    for (const [input, bizCode] of [
      [{ id: own, pid: leaf }, "sysOrg.parentIsBelow"],
      [{ id: own, pid: own }, "sysOrg.parentIsSelf"],
      [{ id: leaf, pid: 0 }, "sysOrg.rootNotAllowed"],
      [{ id: leaf, pid: other }, "sysOrg.outsideScope"],
      [{ id: other, pid: own }, "sysOrg.outsideScope"],
      [{ id: leaf, pid: 987654321 }, "sysOrg.parentUnknown"],
      [{ id: leaf, pid: own, afterId: root }, "platform.notFound"],
      [{ id: leaf, pid: own, version: 9 }, "platform.stale"],
    ] as const)
      expect(await operator.send(sysOrg, "move", input)).toMatchObject({ bizCode });
  });
});

describe("sysOrg.importCheck and import", () => {
  const file = (...lines: readonly string[]) => ({
    fileName: "organisations.csv",
    data: Buffer.from(lines.join("\n")).toString("base64"),
  });

  test("add branches whatever their order, name every bad row, and keep nothing before it is decided", async () => {
    const { own, other, operator } = await buildBranches();
    const codes = { own: unique("O"), other: unique("X"), branch: unique("B"), team: unique("T") };
    const { db } = app.platform;
    await db.updateTable("orgs").set({ code: codes.own }).where("id", "=", own).execute();
    await db.updateTable("orgs").set({ code: codes.other }).where("id", "=", other).execute();
    const given = file(
      "Code,Name,Parent code,Level,Type",
      `${codes.team},Team,${codes.branch},3,501`,
      `${codes.branch},Branch,${codes.own},2,301`,
      `${codes.branch},Branch again,${codes.own},2,301`,
      `${codes.own},Known,${codes.other},2,301`,
      `AA,Lost,ZZ,2,301`,
      `C1,Circle,C2,2,301`,
      `C2,Circle,C1,2,301`,
      `K1,Odd kind,${codes.own},2,999`,
      `E1,Elsewhere,${codes.other},2,301`,
    );
    const checked = await operator.call(sysOrg, "importCheck", given);
    expect(checked).toMatchObject({ added: 2, changed: 0, faultCount: 7 });
    expect(checked.faults.map(({ row }) => row)).toEqual([4, 5, 6, 7, 8, 9, 10]);
    expect(await operator.send(sysOrg, "import", given)).toMatchObject({ status: 409, bizCode: "sysOrg.rowsRefused" });
    await operator.call(sysOrg, "import", { ...given, leaveOutRefused: true });
    const made = await db
      .selectFrom("orgs")
      .select(["id", "pid", "code", "level"])
      .where("code", "in", [codes.branch, codes.team])
      .orderBy("level")
      .execute();
    expect(made).toMatchObject([{ pid: own }, { pid: made[0]?.id, code: codes.team }]);
  });
});
