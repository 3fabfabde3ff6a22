import { describe, expect, test } from "vitest";
import { operationNames } from "./operation-names.ts";

describe("the names of operations", () => {
  test("say what is done and to what, in each language", () => {
    expect(
      [operationNames.en, operationNames["zh-cn"], operationNames["zh-tw"]].map((names) => names["sysPos.add"]),
    ).toEqual(["Add · Positions", "新增 · 职位管理", "新增 · 職位管理"]);
  });

  test("are found by the last part of an address as well", () => {
    expect(operationNames.en["sysLogDiff.detail/:id"]).toBe(operationNames.en["sysLogDiff.detail"]);
  });
});
