import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { actorOf, buildTenant, buildUser } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const someone = async () => {
  const userId = await buildUser(app, await buildTenant(app));
  return { userId, me: app.as(await actorOf(app, userId)) };
};

describe("sysUserPreference.save", () => {
  test("keeps any JSON under a key, replaces it, and forgets it for null", async () => {
    const { me } = await someone();
    await me.call(sysUserPreference, "save", { key: "list:sysPos", value: { columns: ["name"], width: 1.5 } });
    await me.call(sysUserPreference, "save", { key: "home", value: ["a", 1, null] });
    await me.call(sysUserPreference, "save", { key: "home", value: "x" });
    expect(await me.call(sysUserPreference, "list", {})).toEqual([
      { key: "home", value: "x" },
      { key: "list:sysPos", value: { columns: ["name"], width: 1.5 } },
    ]);
    await me.call(sysUserPreference, "save", { key: "home", value: null });
    expect(await me.call(sysUserPreference, "list", {})).toHaveLength(1);
  });

  test("belongs to the caller alone", async () => {
    const [one, two] = [await someone(), await someone()];
    await one.me.call(sysUserPreference, "save", { key: "home", value: 1 });
    await two.me.call(sysUserPreference, "save", { key: "home", value: null });
    expect(await one.me.call(sysUserPreference, "list", {})).toHaveLength(1);
    expect(await two.me.call(sysUserPreference, "list", {})).toEqual([]);
  });

  test("refuses one too many, but not a change of one that is kept", async () => {
    const { userId, me } = await someone();
    await sql`INSERT INTO user_preferences SELECT ${userId}, 'k' || n, '1', now() FROM generate_series(1, 500) n`.execute(
      app.platform.db,
    );
    expect(await me.send(sysUserPreference, "save", { key: "more", value: 1 })).toMatchObject({
      status: 409,
      bizCode: "sysUserPreference.tooMany",
    });
    await me.call(sysUserPreference, "save", { key: "k1", value: 2 });
  });

  test("refuses a strange key and a value that is too large", async () => {
    const { me } = await someone();
    for (const wrong of [
      { key: "a b", value: 1 },
      { key: "", value: 1 },
      { key: "a", value: "x".repeat(70_000) },
    ]) {
      expect(await me.send(sysUserPreference, "save", wrong)).toMatchObject({
        status: 400,
        bizCode: "platform.invalidInput",
      });
    }
  });
});
