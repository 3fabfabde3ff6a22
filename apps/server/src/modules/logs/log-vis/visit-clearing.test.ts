import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { sysLogVis } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildOperator, buildTenant } from "../../../../test/people.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { clearingWorker, recordVisit } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.platform.db.deleteFrom("visits").execute();
  await app.platform.db.deleteFrom("visitClearings").execute();
});

const rights = ["clear", "clearing", "approveClear", "rejectClear"].map((name) => `sysLogVis:${name}`);
const visit = (tenantId: number | null, account = "lin") =>
  recordVisit(app.context(), { tenantId, visitType: 1, status: "200", account, remoteIp: "192.0.2.1" });
const accounts = async () =>
  (await app.platform.db.selectFrom("visits").select("account").orderBy("id").execute()).map(({ account }) => account);

/** Two users of one tenant with every permission for clearing and a recent step-up. */
async function twoPeople() {
  const place = await buildTenant(app);
  const made = [
    await buildOperator(app, { ...place, permissions: rights }),
    await buildOperator(app, { ...place, permissions: rights }),
  ] as const;
  const fresh = (who: (typeof made)[number]) => app.as({ ...who, provenAt: app.clock.now() });
  return { tenantId: place.tenantId, made, asker: () => fresh(made[0]), second: () => fresh(made[1]) };
}

type People = Awaited<ReturnType<typeof twoPeople>>;
const asked = async ({ asker, second }: People): Promise<string> => {
  await asker().call(sysLogVis, "clear", {});
  return (await second().call(sysLogVis, "clearing", {}))?.id ?? "";
};
const carryOut = (id: string, files: FileStore = app.platform.files) =>
  clearingWorker(files).run(jobContext(app), { id });
const auditOf = (operation: string) =>
  app.platform.db
    .selectFrom("auditEntries")
    .selectAll()
    .where("operation", "=", operation)
    .orderBy("id", "desc")
    .executeTakeFirst();

describe("clearing the visit log", () => {
  test("removes nothing when one person asks, and says what waits, until when and whether it is one's own", async () => {
    const people = await twoPeople();
    await visit(people.tenantId);
    const id = await asked(people);
    expect(await accounts()).toEqual(["lin"]);
    const shown = {
      id,
      rows: 1,
      askUserName: people.made[0].realName,
      expiresTime: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
      isApproved: false,
    };
    expect(await people.second().call(sysLogVis, "clearing", {})).toMatchObject({ ...shown, isOwn: false });
    expect(await people.asker().call(sysLogVis, "clearing", {})).toMatchObject({ ...shown, isOwn: true });
    expect(await people.second().send(sysLogVis, "clear", {})).toMatchObject({ status: 409 });
    await carryOut(id);
    expect(await accounts()).toEqual(["lin"]);
  });

  test("is not approved by whoever asked, nor without a fresh factor, nor by another tenant, nor after 24 hours", async () => {
    const people = await twoPeople();
    await visit(people.tenantId);
    const id = await asked(people);
    expect(await people.asker().send(sysLogVis, "approveClear", { id })).toMatchObject({ status: 403 });
    const stale = app.as({ ...people.made[1], provenAt: null });
    expect((await stale.send(sysLogVis, "approveClear", { id })).status).toBe(403);
    expect((await (await twoPeople()).second().send(sysLogVis, "approveClear", { id })).status).toBe(404);
    app.clock.forward(86_400_000);
    expect(await people.second().send(sysLogVis, "approveClear", { id })).toMatchObject({ status: 409 });
    expect(await people.second().call(sysLogVis, "clearing", {})).toBeNull();
    expect(await accounts()).toEqual(["lin"]);
    // The request expired, so it can be made again.
    expect(await asked(people)).not.toBe(id);
  });

  test("archives the visits before they leave, and the audit entry names the file and its SHA-256", async () => {
    const people = await twoPeople();
    await visit(people.tenantId, "first");
    await visit(people.tenantId, "second");
    await visit(1, "of another tenant");
    const id = await asked(people);
    app.clock.forward(1000);
    await visit(people.tenantId, "later");
    await people.second().call(sysLogVis, "approveClear", { id });
    expect(await accounts()).toHaveLength(4);
    await carryOut(id);
    expect(await accounts()).toEqual(["of another tenant", "later"]);
    const file = await app.platform.files.read(`visit-archives/${id}.gz`);
    const bytes = file ? await buffer(file.content) : Buffer.alloc(0);
    const archived = gunzipSync(bytes).toString().trim().split("\n");
    expect(archived.map((line) => JSON.parse(line))).toMatchObject([{ account: "first" }, { account: "second" }]);
    expect(await auditOf("sysLogVis.carryOut")).toMatchObject({
      tenantId: people.tenantId,
      changes: [
        {
          table: "visits",
          before: { count: 2 },
          after: {
            archive: `visit-archives/${id}.gz`,
            sha256: createHash("sha256").update(bytes).digest("hex"),
            askUserName: people.made[0].realName,
            approveUserName: people.made[1].realName,
          },
        },
      ],
    });
    expect(await people.second().call(sysLogVis, "clearing", {})).toBeNull();
    await carryOut(id);
    expect(await accounts()).toHaveLength(2);
  });

  test("removes nothing where the archive could not be kept, or holds another number of rows", async () => {
    const people = await twoPeople();
    await visit(people.tenantId);
    const id = await asked(people);
    await people.second().call(sysLogVis, "approveClear", { id });
    const { files, db } = app.platform;
    const full = { ...files, put: () => Promise.reject(new Error("no room")) };
    await expect(carryOut(id, full)).rejects.toThrow("no room");
    const late: FileStore = {
      ...files,
      put: async (name, content) => {
        const stored = await files.put(name, content);
        const at = new Date(app.clock.now().getTime() - 1).toISOString();
        const values = { tenantId: people.tenantId, createTime: at, visitType: 1, status: "200" } as const;
        await db.insertInto("visits").values(values).execute();
        return stored;
      },
    };
    await expect(carryOut(id, late)).rejects.toThrow("2 visits would leave and 1 were archived");
    expect(await accounts()).toHaveLength(2);
    await carryOut(id);
    expect(await accounts()).toEqual([]);
  });

  test("is turned down by the second person or taken back by the first, with a trace", async () => {
    const people = await twoPeople();
    for (const who of [people.second, people.asker]) {
      const id = await asked(people);
      await who().call(sysLogVis, "rejectClear", { id });
      expect(await auditOf("sysLogVis.rejectClear")).toMatchObject({ changes: [{ table: "visitClearings", id }] });
      expect(await people.second().send(sysLogVis, "approveClear", { id })).toMatchObject({ status: 404 });
    }
  });
});
