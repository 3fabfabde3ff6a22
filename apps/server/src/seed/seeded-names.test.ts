import { inboxKinds } from "@countinghouse/contract/dashboard/inbox/inbox-kinds.ts";
import { businessDay } from "@countinghouse/contract/funds/calendar/calendar.ts";
import { channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { seededKindOf } from "@countinghouse/contract/platform/seeded-names.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../test/app.ts";
import { systemActor } from "../platform/access/actor.ts";
import { seed } from "./seed.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ environment: { COUNTINGHOUSE_DEMO: "true" } });
  await seed(app.platform, () => {});
});
afterAll(() => app.close());

const all = { page: 1, pageSize: 100 };
const admin = () => app.as(actor());
const rolesIn = async (locale: Locale, filter: object = {}) =>
  (await admin().call(sysRole, "page", { ...all, ...filter }, { locale })).items;

test("names of the first start follow the reader in lists, pickers and joined names", async () => {
  const named = async (locale: Locale) => (await rolesIn(locale)).find(({ code }) => code === "sys_deptChild")?.name;
  expect([await named("en"), await named("zh-cn"), await named("zh-tw")]).toEqual([
    "Area manager",
    "区域主管",
    "區域主管",
  ]);
  const picked = await admin().call(sysRole, "list", { keyword: "區域主" }, { locale: "en" });
  expect(new Set(picked.map(({ name }) => name))).toEqual(new Set(["Area manager"]));
  const { items: people } = await admin().call(sysUser, "page", { ...all, account: "zhou" }, { locale: "en" });
  expect(people).toMatchObject([{ orgName: "East Asia", posName: "Head of department" }]);
  expect(people).toMatchObject([{ realName: "Zhou Heng" }]);
  const { items: shops } = await admin().call(merchant, "page", { ...all, name: "Harrow" }, { locale: "zh-tw" });
  expect(shops).toMatchObject([{ name: "哈羅芬奇書店", createUserName: "周恆" }]);
  const { items: days } = await admin().call(businessDay, "page", { ...all, calendar: "US" }, { locale: "en" });
  expect(days.map(({ name }) => name)).toContain("Independence Day");
  const { items: roles } = await admin().call(sysRole, "page", { ...all, code: "sys_self" }, { locale: "en" });
  expect(new Set(roles.map(({ remark }) => remark))).toEqual(new Set(["Own records only"]));
  const { items: channels } = await admin().call(channel, "page", all, { locale: "en" });
  expect(channels.map(({ name }) => name)).toContain("Simulated voucher");
});

test("what the platform does by itself is told in the reader's language", async () => {
  const [row] = (await admin().call(sysPos, "page", { ...all, code: "cashier" })).items;
  const id = row?.id ?? 0;
  await app.platform.db
    .updateTable("positions")
    .set({ updateUserName: systemActor.realName })
    .where("id", "=", id)
    .execute();
  const doer = async (locale: Locale) =>
    (await admin().call(sysPos, "page", { ...all, code: "cashier" }, { locale })).items.find((one) => one.id === id)
      ?.updateUserName;
  expect([await doer("en"), await doer("zh-cn"), await doer("zh-tw")]).toEqual(["System", "系统", "系統"]);
  expect(seededKindOf("ledger", "startedBy")).toBe("person");
  expect(seededKindOf(inboxKinds.reconDifferent.resource.name, "name")).toBe("gatewayAccount");
});

test("names of the first start are found by what the reader sees", async () => {
  const found = await rolesIn("zh-tw", { name: "區域主" });
  expect(new Set(found.map(({ code }) => code))).toEqual(new Set(["sys_deptChild"]));
});

test("a name that comes back as it was told is no new name, and any other text is", async () => {
  const [role] = await rolesIn("en", { name: "area manager" });
  if (!role) throw new Error("no role of that name");
  const edit = (name: string, version: number, locale: Locale = "en") =>
    admin().call(sysRole, "update", { id: role.id, version, name, code: role.code, orderNo: 7, status: 1 } as never, {
      locale,
    });
  const stored = () =>
    app.platform.db.selectFrom("roles").select(["name", "version"]).where("id", "=", role.id).executeTakeFirstOrThrow();
  const { name } = await stored();
  await edit("區域主管", role.version, "zh-tw");
  expect((await stored()).name).toBe(name);
  await edit("區域主管", (await stored()).version);
  expect((await stored()).name).toBe("區域主管");
  await edit("Regional lead", (await stored()).version);
  const kept = (await rolesIn("zh-cn")).find(({ id }) => id === role.id);
  expect(kept?.name).toBe("Regional lead");
});
