import { sysConfig } from "@countinghouse/contract/settings/config/config.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildTenant, buildUser } from "../../../../test/people.ts";
import { unusedAccounts } from "./index.ts";

const dayMs = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * dayMs).toISOString();

/** An old account with the given last sign-in and last change. */
async function buildAged(lastLoginTime: string | null, more: { updateTime?: string; accountType?: AccountType } = {}) {
  const { tenantId, orgId } = await buildTenant(app);
  const id = await buildUser(app, { tenantId, orgId });
  await app.platform.db
    .updateTable("users")
    .set({ createTime: daysAgo(400), updateTime: null, lastLoginTime, ...more } as never)
    .where("id", "=", id)
    .execute();
  return id;
}

const statusOf = async (id: number) =>
  (await app.platform.db.selectFrom("users").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;

const sweep = () => unusedAccounts.run(jobContext(app), {});

describe("unused accounts", () => {
  test("are disabled after ninety days without a sign-in, and used ones are left", async () => {
    const unused = await buildAged(daysAgo(91));
    const never = await buildAged(null);
    const used = await buildAged(daysAgo(89));
    const touched = await buildAged(daysAgo(200), { updateTime: daysAgo(3) });
    const platform = await buildAged(daysAgo(200), { accountType: AccountType.SuperAdmin });
    await sweep();
    const all = await Promise.all([unused, never, used, touched, platform].map(statusOf));
    expect(all).toEqual([2, 2, 1, 1, 1]);
  });

  test("leave a record of who was disabled and why", async () => {
    const id = await buildAged(daysAgo(100));
    await sweep();
    const entries = await app.platform.db
      .selectFrom("auditEntries")
      .select(["actorAccount", "input", "changes"])
      .where("operation", "=", "sysUser.disableUnused")
      .orderBy("id", "desc")
      .execute();
    expect(entries.find(({ changes }) => JSON.stringify(changes).includes(`"id":${id},`))).toMatchObject({
      actorAccount: "system",
      input: { days: 90 },
    });
  });

  test("that an administrator enables again stay enabled until they are unused as long again", async () => {
    const id = await buildAged(daysAgo(100));
    await sweep();
    const admin = app.as(actor());
    await admin.call(sysUser, "setStatus", { id, status: 1 });
    await sweep();
    expect(await statusOf(id)).toBe(1);
    app.clock.forward(91 * dayMs);
    await sweep();
    expect(await statusOf(id)).toBe(2);
  });

  test("are judged by the days an administrator chose", async () => {
    const admin = app.as(actor({ provenAt: app.clock.now() }));
    const page = await admin.call(sysConfig, "page", { code: "sys_unused_account_days" });
    const setting = page.items.find(({ code }) => code === "sys_unused_account_days");
    if (!setting) throw new Error("the setting is not there");
    await app.platform.db.updateTable("configs").set({ value: "30" }).where("id", "=", setting.id).execute();
    const id = await buildAged(daysAgo(31));
    await sweep();
    expect(await statusOf(id)).toBe(2);
  });
});
