import { sysRegion } from "@countinghouse/contract/settings/region/region.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildOperator, buildTenant } from "../../../../test/people.ts";
import { fillRegions, regionWorker } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.platform.db.deleteFrom("regions").execute();
  app.jobs.length = 0;
});

const admin = () => app.as(actor());
const add = (pid: number, code: string, name: string, more: object = {}) =>
  admin().call(sysRegion, "add", { pid, code, name, ...more });
const detail = (id: number, locale: "en" | "zh-cn" = "zh-cn") => admin().call(sysRegion, "detail", { id }, { locale });

/** A country with a province, a city and a county. */
async function buildChina() {
  const country = await add(0, "CN", "中国", { names: { en: "China" } });
  const province = await add(country, "130000", "河北省");
  const city = await add(province, "130100", "石家庄市");
  const county = await add(city, "130102", "长安区");
  return { country, province, city, county };
}

describe("sysRegion.add", () => {
  test("gives a region the level below the one above it, and its full name", async () => {
    const { county } = await buildChina();
    expect(await detail(county)).toMatchObject({
      level: 3,
      mergerName: "中国 / 河北省 / 石家庄市 / 长安区",
      hasChildren: false,
      orderNo: 100,
    });
  });

  test("refuses a code that is taken, malformed, or of nothing above", async () => {
    await add(0, "CN", "中国");
    expect(await admin().send(sysRegion, "add", { pid: 0, code: "cn", name: "Again" })).toMatchObject({
      status: 409,
      bizCode: "sysRegion.duplicate",
    });
    for (const code of ["12345", "1234567", "USA", "US-", ""]) {
      const answer = await admin().send(sysRegion, "add", { pid: 0, code, name: "X" });
      expect(answer).toMatchObject({ status: 400, bizCode: "platform.invalidInput" });
      expect(answer.body.extras?.fields).toMatchObject([{ field: "code" }]);
    }
    expect(await admin().send(sysRegion, "add", { pid: 987654, code: "110000", name: "X" })).toMatchObject({
      bizCode: "sysRegion.parentUnknown",
    });
  });

  test("refuses half a place, degrees that there are not, and what lies below a village", async () => {
    const half = await admin().send(sysRegion, "add", { pid: 0, code: "FR", name: "France", lng: "2.35" });
    expect(half).toMatchObject({ status: 400, bizCode: "sysRegion.placeHalf" });
    const far = await admin().send(sysRegion, "add", { pid: 0, code: "FR", name: "France", lng: "181", lat: "1" });
    expect(far.body.extras?.fields).toMatchObject([{ field: "lng" }]);
    const { county } = await buildChina();
    const town = await add(county, "130102001", "青园街道");
    const village = await add(town, "130102001001", "青园社区");
    expect(await admin().send(sysRegion, "add", { pid: village, code: "999999", name: "Too deep" })).toMatchObject({
      bizCode: "sysRegion.tooDeep",
    });
  });
});

describe("what a region is called", () => {
  test("is told in the reader's language, and stays when a reader of another one edits it", async () => {
    const { country, province } = await buildChina();
    expect(await detail(country, "en")).toMatchObject({ name: "China" });
    expect(await detail(province, "en")).toMatchObject({ mergerName: "China / 河北省" });
    const edited = { ...(await detail(country, "en")), remark: "edited" };
    await admin().call(sysRegion, "update", edited, { locale: "en" });
    expect(await detail(country)).toMatchObject({ name: "中国", remark: "edited" });
  });
});

describe("sysRegion.page and list", () => {
  test("find a region by its name in any language, its pinyin and its code", async () => {
    const { country, province } = await buildChina();
    await admin().call(sysRegion, "update", { ...(await detail(province)), pinYin: "He Bei Sheng" });
    const found = async (input: object) => (await admin().call(sysRegion, "page", input)).items.map(({ id }) => id);
    expect(await found({ name: "chin" })).toEqual([country]);
    expect(await found({ name: "he bei" })).toEqual([province]);
    expect(await found({ code: "1301", level: [2] })).toHaveLength(1);
    expect(await found({ pid: country })).toEqual([province]);
  });

  test("tell what lies directly below, to everybody who is signed in", async () => {
    const { country, province } = await buildChina();
    const place = await buildTenant(app);
    const anybody = app.as(await buildOperator(app, { ...place, permissions: [] }));
    expect(await anybody.call(sysRegion, "list", { id: country })).toMatchObject([{ id: province, hasChildren: true }]);
    expect(await anybody.call(sysRegion, "list", {})).toMatchObject([{ id: country, code: "CN" }]);
    expect(await anybody.send(sysRegion, "page", {})).toMatchObject({ status: 403 });
  });
});

describe("sysRegion.update and move", () => {
  test("take all below along, with their levels", async () => {
    const { country, city, county } = await buildChina();
    await admin().call(sysRegion, "move", { id: city, version: 1, pid: country });
    expect(await detail(city)).toMatchObject({ pid: country, level: 1, version: 2 });
    expect(await detail(county)).toMatchObject({ level: 2 });
  });

  test("put a region between two others and keep the order of the rest", async () => {
    const country = await add(0, "XA", "A");
    const [one, two, three] = [
      await add(country, "XA-1", "One"),
      await add(country, "XA-2", "Two"),
      await add(country, "XA-3", "Three"),
    ];
    const order = async () => (await admin().call(sysRegion, "list", { id: country })).map(({ id }) => id);
    await admin().call(sysRegion, "move", { id: three, pid: country, afterId: one });
    expect(await order()).toEqual([one, three, two]);
    await admin().call(sysRegion, "move", { id: two, pid: country });
    expect(await order()).toEqual([two, one, three]);
    expect(await admin().send(sysRegion, "move", { id: two, pid: country, afterId: country })).toMatchObject({
      status: 404,
    });
  });

  test("refuse a circle, a place too deep and a stale version", async () => {
    const { country, province, county } = await buildChina();
    expect(await admin().send(sysRegion, "move", { id: country, pid: country })).toMatchObject({
      bizCode: "sysRegion.parentIsSelf",
    });
    const circle = { ...(await detail(province)), pid: county };
    expect(await admin().send(sysRegion, "update", circle)).toMatchObject({ bizCode: "sysRegion.parentIsBelow" });
    const other = await add(0, "XB", "B");
    const below = await add(await add(other, "XB-1", "B1"), "999901", "B2");
    expect(await admin().send(sysRegion, "move", { id: province, pid: below })).toMatchObject({ status: 200 });
    expect(await admin().send(sysRegion, "move", { id: other, pid: country })).toMatchObject({
      bizCode: "sysRegion.tooDeep",
    });
    expect(await admin().send(sysRegion, "move", { id: other, version: 9, pid: country })).toMatchObject({
      status: 409,
      bizCode: "platform.stale",
    });
  });

  test("let only one of two moves through that would make a circle together", async () => {
    const country = await add(0, "XC", "C");
    const [one, two] = [await add(country, "XC-1", "One"), await add(country, "XC-2", "Two")];
    const answers = await Promise.all([
      admin().send(sysRegion, "move", { id: one, pid: two }),
      admin().send(sysRegion, "move", { id: two, pid: one }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe("sysRegion.delete", () => {
  test("removes the region and all below it, and leaves the rest", async () => {
    const { country, province } = await buildChina();
    await admin().call(sysRegion, "delete", { id: province });
    expect((await admin().call(sysRegion, "page", {})).items.map(({ id }) => id)).toEqual([country]);
  });
});

const shipped = () => regionWorker(app.platform).run(jobContext(app), {});
const count = async () => (await admin().call(sysRegion, "page", {})).total;

describe("sysRegion.sync and the first start", () => {
  test("a node asks for the regions where there is none, and only then", async () => {
    const asked: unknown[] = [];
    const enqueue = async (_db: unknown, job: unknown) => void asked.push(job);
    await fillRegions(app.platform, enqueue);
    expect(asked).toHaveLength(1);
    await add(0, "CN", "中国");
    await fillRegions(app.platform, enqueue);
    expect(asked).toHaveLength(1);
  });

  test("adds what is missing of the shipped data and leaves what somebody changed", async () => {
    const country = await add(0, "CN", "Middle Kingdom");
    await admin().call(sysRegion, "sync", {});
    expect(app.jobs).toMatchObject([{ queue: "regions" }]);
    await shipped();
    expect(await count()).toBe(7_596);
    expect(await detail(country)).toMatchObject({ name: "Middle Kingdom", version: 1 });
    const { items } = await admin().call(sysRegion, "page", { code: "110101" });
    expect(items).toMatchObject([
      { name: "东城区", level: 3, mergerName: "Middle Kingdom / 北京市 / 市辖区 / 东城区" },
    ]);
    const [state] = (await admin().call(sysRegion, "page", { code: "US-CA" })).items;
    expect(state).toMatchObject({ name: "California", level: 1 });
    await admin().call(sysRegion, "delete", { id: state?.id ?? 0 });
    await shipped();
    expect(await count()).toBe(7_596);
  });

  test("tells subdivisions in the reader's language, and names those of earlier releases unless somebody did", async () => {
    const country = await add(0, "US", "United States");
    const { db } = app.platform;
    const former = (code: string, name: string, updateTime: string | null) =>
      db
        .insertInto("regions")
        .values({ pid: country, code, level: 1, name, updateTime } as never)
        .execute();
    await former("US-CA", "California", null);
    await former("US-NY", "The Big One", null);
    await former("US-TX", "Texas", app.clock.now().toISOString());
    await shipped();
    const called = async (code: string, locale: "en" | "zh-cn" | "zh-tw") =>
      (await admin().call(sysRegion, "page", { code }, { locale })).items[0]?.name;
    expect([await called("US-CA", "zh-cn"), await called("US-CA", "en"), await called("US-CA", "zh-tw")]).toEqual([
      "加利福尼亚州",
      "California",
      "加利福尼亞",
    ]);
    expect(await called("JP-13", "zh-cn")).toBe("东京都");
    expect([await called("US-NY", "zh-cn"), await called("US-TX", "zh-cn")]).toEqual(["The Big One", "Texas"]);
  });

  test("goes no deeper than the setting says", async () => {
    await app.platform.db
      .updateTable("configs")
      .set({ value: "1" })
      .where("code", "=", "sys_region_sync_level")
      .execute();
    await shipped();
    const levels = await app.platform.db.selectFrom("regions").select("level").distinct().orderBy("level").execute();
    expect(levels.map(({ level }) => level)).toEqual([0, 1]);
  });
});

const file = (...lines: readonly string[]) => ({
  fileName: "regions.csv",
  data: Buffer.from(lines.join("\n")).toString("base64"),
});

describe("sysRegion.importCheck and import", () => {
  const mixed = file(
    "代码,上级代码,名称,排序",
    "130102,130100,长安区,10",
    "130100,130000,石家庄市,20",
    "130000,,河北省,x",
    "999,,坏代码,1",
    "FR,,法国,30",
    "FR,,法国,31",
    "440100,440000,广州市,40",
  );

  test("say of every row what would become of it, and keep nothing", async () => {
    const checked = await admin().call(sysRegion, "importCheck", mixed);
    expect(checked).toMatchObject({ added: 1, changed: 0, faultCount: 6 });
    expect(checked.faults.map(({ row }) => row)).toEqual([2, 3, 4, 5, 7, 8]);
    expect(await count()).toBe(0);
  });

  test("import nothing while rows are refused, and the others once somebody leaves those out", async () => {
    expect(await admin().send(sysRegion, "import", mixed)).toMatchObject({
      status: 409,
      bizCode: "sysRegion.rowsRefused",
    });
    expect(await count()).toBe(0);
    expect(await admin().call(sysRegion, "import", { ...mixed, leaveOutRefused: true })).toEqual({
      added: 1,
      changed: 0,
      leftOut: 6,
    });
  });

  test("add regions whatever their order in the file, and change those that are there without moving them", async () => {
    const { county, city } = await buildChina();
    const given = file(
      "code,parent code,name,remark",
      "XZ-1,XZ,Part,",
      "XZ,,Zed,",
      "130102,130100,长安区（新）,renamed",
      "130100,CN,石家庄市,moved",
    );
    expect(await admin().call(sysRegion, "importCheck", given)).toMatchObject({
      added: 2,
      changed: 1,
      faults: [{ row: 5, code: "130100" }],
    });
    await admin().call(sysRegion, "import", { ...given, leaveOutRefused: true });
    expect(await detail(county)).toMatchObject({ name: "长安区（新）", remark: "renamed", pid: city, level: 3 });
    const [part] = (await admin().call(sysRegion, "page", { code: "XZ-1" })).items;
    expect(part).toMatchObject({ level: 1, mergerName: "Zed / Part" });
  });

  test.each([
    [file("code,name"), "sysRegion.emptyFile"],
    [file("name", "X"), "sysRegion.columnMissing"],
    [file("code,name", '"XZ,Zed'), "sysRegion.unreadable"],
    [file("code,name", ...Array.from({ length: 5_001 }, () => "XZ,Zed")), "sysRegion.tooManyRows"],
    [file("code,name", "BAD,Zed"), "sysRegion.nothingToImport"],
  ])("refuse a file that says nothing %#", async (given, bizCode) => {
    expect(await admin().send(sysRegion, "import", { ...given, leaveOutRefused: true })).toMatchObject({ bizCode });
  });
});
