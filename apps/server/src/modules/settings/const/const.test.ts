import { sysConst } from "@countinghouse/contract/settings/const/const.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const signedIn = () => app.as(actor({ holdsAll: false, permissions: new Set(), userId: 2 }));

describe("sysConst.list and data", () => {
  test("tell the constants by class, named in the caller's language", async () => {
    const [platform] = await signedIn().call(sysConst, "list", {}, { locale: "zh-tw" });
    expect(platform).toMatchObject({ code: "CommonConst", name: "平台設定" });
    const data = await signedIn().call(sysConst, "data", { typeName: "CommonConst" });
    expect(data).toContainEqual({ name: "SysAdminRole", code: "sys_admin", data: null });
    expect(platform?.data.result).toEqual(data);
  });

  test.each(["__proto__", "constructor", "toString", "Nothing"])("know no class %s", async (typeName) => {
    expect(await signedIn().send(sysConst, "data", { typeName })).toMatchObject({
      status: 404,
      bizCode: "sysConst.unknown",
    });
  });
});
