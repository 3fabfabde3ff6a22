import { describe, expect, test } from "vitest";
import { locales } from "./kit/locale.ts";
import { operationNames } from "./operation-names.ts";
import { jobEventWords, jobOperations } from "./platform/job-events.ts";

const namesOf = (event: string) =>
  [operationNames.en, operationNames["zh-cn"], operationNames["zh-tw"]].map((names) => names[event]);

describe("the names of operations", () => {
  test("say what is done and to what, in each language", () => {
    expect(namesOf("sysPos.add")).toEqual(["Add · Positions", "新增 · 职位管理", "新增 · 職位管理"]);
  });

  test("say a word once where it is what is done and to what", () => {
    expect(namesOf("sysAuth.login")).toEqual(["Sign in", "登录", "登入"]);
  });

  test("are found by the last part of an address as well", () => {
    expect(operationNames.en["sysLogDiff.detail/:id"]).toBe(operationNames.en["sysLogDiff.detail"]);
  });

  test("say what a job does, and to what, in each language", () => {
    expect(namesOf("sysUser.disableUnused")).toEqual([
      "Disable accounts nobody uses · Accounts",
      "停用长期未登录的账号 · 账号管理",
      "停用長期未登入的帳號 · 帳號管理",
    ]);
  });

  test("exist for all that a job may be kept under in the change log", () => {
    const events = [...Object.keys(jobEventWords), ...jobOperations];
    const nameless = locales.flatMap((locale) =>
      events.filter((event) => !/^.+ · .+$/.test(operationNames[locale][event] ?? "")).map((event) => [locale, event]),
    );
    expect(nameless).toEqual([]);
  });

  test("say what a merchant's server does", () => {
    expect(namesOf("openApi.createWebhookEndpoint")).toEqual([
      "Add a webhook endpoint · Open API",
      "新增 Webhook 端点 · 开放 API",
      "新增 Webhook 端點 · 開放 API",
    ]);
  });
});
