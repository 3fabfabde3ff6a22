import { sysConfig } from "@countinghouse/contract/settings/config/config.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { unique } from "../../../../test/people.ts";
import { settingOf } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const admin = () => app.as(actor());
const idOf = async (code: string): Promise<number> =>
  (await app.platform.db.selectFrom("configs").select("id").where("code", "=", code).executeTakeFirstOrThrow()).id;
const own = () => ({ name: unique("Own "), code: unique("own."), value: "1" });

describe("sysConfig.page, list and groupList", () => {
  test("leave the site's face out", async () => {
    const { items } = await admin().call(sysConfig, "page", { pageSize: 200 });
    expect(items.map(({ code }) => code)).toContain("sys_token_expire");
    expect(items.map(({ groupCode }) => groupCode)).not.toContain("WebConfig");
    expect(await admin().call(sysConfig, "groupList", {})).toEqual(["Default", "SignIn"]);
    expect((await admin().call(sysConfig, "list", { groupCode: "WebConfig" })).length).toBe(0);
  });
});

describe("sysConfig.add", () => {
  test("adds a setting and refuses the same name or code", async () => {
    const input = own();
    const id = await admin().call(sysConfig, "add", input);
    expect(await admin().call(sysConfig, "detail", { id })).toMatchObject({ ...input, sysFlag: 2 });
    expect(await admin().send(sysConfig, "add", { ...own(), code: input.code.toUpperCase() })).toMatchObject({
      status: 409,
      bizCode: "sysConfig.duplicate",
    });
    expect(await admin().send(sysConfig, "add", { ...own(), name: input.name })).toMatchObject({
      status: 409,
      bizCode: "sysConfig.duplicate",
    });
  });

  test("refuses a code that belongs to the product", async () => {
    expect(await admin().send(sysConfig, "add", { ...own(), code: "SYS_mine" })).toMatchObject({
      bizCode: "sysConfig.reserved",
    });
  });
});

describe("sysConfig.update", () => {
  test("refuses a value that a built-in setting does not allow, naming field and bounds in the caller's language", async () => {
    const id = await idOf("sys_token_expire");
    const answer = await admin().send(
      sysConfig,
      "update",
      { id, name: "x", code: "sys_token_expire", value: "600" },
      { locale: "zh-tw" },
    );
    expect(answer).toMatchObject({ status: 400, bizCode: "sysConfig.valueInvalid" });
    expect(answer.body.message).toContain("1 到 15 之間的整數");
    expect(answer.body.extras?.fields).toMatchObject([{ field: "value" }]);
  });

  test("leaves a value that is not named as it was", async () => {
    const id = await idOf("sys_token_expire");
    const { name, value } = await admin().call(sysConfig, "detail", { id });
    await admin().call(sysConfig, "update", { id, name, code: "sys_token_expire" });
    expect(await admin().call(sysConfig, "detail", { id })).toMatchObject({ name, value });
  });

  test("keeps code, flag and group of a built-in setting", async () => {
    const id = await idOf("sys_single_login");
    expect(await admin().send(sysConfig, "update", { id, name: "x", code: "other", value: "True" })).toMatchObject({
      status: 409,
      bizCode: "sysConfig.codeFixed",
    });
    await admin().call(sysConfig, "update", {
      id,
      name: "Record operations",
      code: "sys_single_login",
      value: "False",
      groupCode: "Mine",
    });
    expect(await admin().call(sysConfig, "detail", { id })).toMatchObject({
      value: "False",
      groupCode: "SignIn",
      sysFlag: 1,
    });
  });
});

describe("sysConfig.delete and batchDelete", () => {
  test("remove own settings and refuse built-in ones", async () => {
    const ids = [await admin().call(sysConfig, "add", own()), await admin().call(sysConfig, "add", own())];
    const builtIn = await idOf("sys_captcha");
    expect(await admin().send(sysConfig, "delete", { id: builtIn })).toMatchObject({
      status: 409,
      bizCode: "sysConfig.builtIn",
    });
    expect(await admin().send(sysConfig, "batchDelete", [...ids, builtIn])).toMatchObject({
      status: 409,
      bizCode: "sysConfig.builtIn",
    });
    expect(await admin().send(sysConfig, "batchDelete", [...ids, 987654321])).toMatchObject({
      status: 404,
      bizCode: "sysConfig.unknown",
    });
    expect((await app.platform.db.selectFrom("configs").select("id").where("id", "in", ids).execute()).length).toBe(2);
    await admin().call(sysConfig, "batchDelete", ids);
    expect(await app.platform.db.selectFrom("configs").select("id").where("id", "in", ids).execute()).toEqual([]);
  });
});

describe("sysConfig.batchUpdate", () => {
  test("sets all values or none", async () => {
    const good = { code: "sys_idle_minutes", value: "10" };
    for (const [bad, bizCode] of [
      [{ code: "sys_captcha", value: "maybe" }, "sysConfig.valueInvalid"],
      [{ code: "sys_web_icpUrl", value: "http://10.0.0.1/icp" }, "sysConfig.valueInvalid"],
      [{ code: "sys_rate_feed_url", value: "http://rates.example.com/x" }, "sysConfig.valueInvalid"],
      [{ code: "nothing", value: "1" }, "sysConfig.unknown"],
    ] as const) {
      expect((await admin().send(sysConfig, "batchUpdate", [good, bad])).bizCode).toBe(bizCode);
      expect(await settingOf(app.platform, "sys_idle_minutes")).toBe(15);
    }
    await admin().call(sysConfig, "batchUpdate", [good, { code: "sys_captcha", value: "True" }]);
    expect(await settingOf(app.platform, "sys_idle_minutes")).toBe(10);
    expect(await settingOf(app.platform, "sys_captcha")).toBe(true);
  });
});

describe("settingOf", () => {
  test("falls back to the default where the stored value means nothing", async () => {
    await app.platform.db
      .updateTable("configs")
      .set({ value: "many" })
      .where("code", "=", "sys_max_sessions")
      .execute();
    expect(await settingOf(app.platform, "sys_max_sessions")).toBe(3);
    await app.platform.db.deleteFrom("configs").where("code", "=", "sys_max_sessions").execute();
    expect(await settingOf(app.platform, "sys_max_sessions")).toBe(3);
  });
});

const site = {
  sysTitle: "House",
  sysViceTitle: "V",
  sysViceDesc: "D",
  sysWatermark: "W",
  sysCopyright: "C",
  sysIcp: "",
  sysIcpUrl: "https://example.com",
};
const uri = (type: string, content: Buffer | string) =>
  `data:${type};base64,${Buffer.from(content).toString("base64")}`;
const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(64)]);

describe("sysConfig.sysInfo and saveSysInfo", () => {
  test("show the public face to everyone, and no more than its ten fields", async () => {
    const info = await app.anonymous.call(sysConfig, "sysInfo", {});
    expect(Object.keys(info)).toHaveLength(10);
    expect(info).toMatchObject({ sysTitle: "Countinghouse", sysSecondVer: false });
  });

  test("save the face and serve a new logo under another address", async () => {
    await admin().call(sysConfig, "saveSysInfo", {
      ...site,
      sysSecondVer: true,
      sysCaptcha: false,
      sysLogoBase64: uri("image/png", png),
    });
    const info = await app.anonymous.call(sysConfig, "sysInfo", {});
    expect(info).toMatchObject({
      sysTitle: "House",
      sysSecondVer: true,
      sysCaptcha: false,
      sysIcpUrl: "https://example.com",
    });
    expect(info.sysLogo).toMatch(/^\/upload\/logo\.png\?v=[0-9a-f]{12}$/);
    const logo = await app.server.inject({ url: info.sysLogo });
    expect(logo.headers["content-type"]).toBe("image/png");
    expect(logo.headers["content-security-policy"]).toContain("sandbox");
    expect(logo.rawPayload.equals(png)).toBe(true);
  });

  test.each([
    ["text", "sysConfig.logoMalformed"],
    [uri("image/png", "GIF89a"), "sysConfig.logoType"],
    [uri("text/html", "<script>1</script>"), "sysConfig.logoType"],
    [uri("__proto__", "x"), "sysConfig.logoType"],
    [uri("image/png", Buffer.concat([png, Buffer.alloc(524_289)])), "sysConfig.logoTooLarge"],
    [uri("image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), "sysConfig.logoActive"],
    [uri("image/svg+xml", '<svg onload="x"/>'), "sysConfig.logoActive"],
    [uri("image/svg+xml", '<svg><a href="javascript:x">y</a></svg>'), "sysConfig.logoActive"],
    [uri("image/svg+xml", '<svg><use href="//evil.example/x#y"/></svg>'), "sysConfig.logoActive"],
    [uri("image/svg+xml", '<svg><rect fill="url(http://evil.example)"/></svg>'), "sysConfig.logoActive"],
    [uri("image/svg+xml", '<svg><set attributeName="href" to="j&#97;vascript:x"/></svg>'), "sysConfig.logoActive"],
  ])("refuse the logo %.40s", async (sysLogoBase64, bizCode) => {
    const answer = await admin().send(sysConfig, "saveSysInfo", { ...site, sysLogoBase64 });
    expect(answer).toMatchObject({ status: 400, bizCode });
    expect(answer.body.extras?.fields).toMatchObject([{ field: "sysLogoBase64" }]);
  });

  test("accept an SVG that is a picture and nothing else", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg"><defs><path id="p" d="M0 0"/></defs><use href="#p"/><g fill="url(#g)"/></svg>';
    await admin().call(sysConfig, "saveSysInfo", { ...site, sysLogoBase64: uri("image/svg+xml", svg) });
    expect((await app.server.inject({ url: "/upload/logo.svg" })).body).toBe(svg);
  });

  test("have nothing else below /upload/", async () => {
    for (const url of ["/upload/other.png", "/upload/..%2f..%2fpackage.json", "/upload/logo.html", "/upload/"]) {
      expect((await app.server.inject({ url })).statusCode).toBe(404);
    }
  });
});
