import { describe, expect, test } from "vitest";
import { readStrictJson } from "./strict-json.policy.ts";

const codeOf = (text: string): string | undefined => {
  try {
    readStrictJson(text);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("readStrictJson", () => {
  test("reads what JSON.parse reads", () => {
    const samples = [
      "{}",
      ' { "a" : [ 1 , -2.5e3 , true , false , null , "x\\u00e9\\n\\"" , {} , [] ] } ',
      '{"amount":10000,"items":[{"name":"茶","quantity":2}],"metadata":{"k":"v"}}',
    ];
    for (const text of samples) expect(readStrictJson(text)).toEqual(JSON.parse(text));
  });

  test("refuses a member that appears twice, however it is written", () => {
    expect(codeOf('{"amount":1,"amount":100}')).toBe("openApi.duplicateMember");
    expect(codeOf('{"amount":1,"\\u0061mount":100}')).toBe("openApi.duplicateMember");
    expect(codeOf('{"a":{"b":1,"b":2}}')).toBe("openApi.duplicateMember");
  });

  test("refuses names that reach a prototype", () => {
    expect(codeOf('{"__proto__":{"isAdmin":true}}')).toBe("openApi.forbiddenMember");
    expect(codeOf('{"a":[{"constructor":{"prototype":{"x":1}}}]}')).toBe("openApi.forbiddenMember");
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test("refuses nesting that is too deep without falling over", () => {
    expect(codeOf(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`)).toBe("openApi.tooDeep");
    expect(codeOf(`{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`)).toBe("openApi.tooDeep");
  });

  test.each([
    "",
    "[",
    '"text',
    "{",
    '{"a":1,}',
    '{"a":01}',
    '{"a":+1}',
    '{"a":1.}',
    '{"a":.5}',
    '{"a":NaN}',
    '{"a":0x10}',
    '{"a":1_000}',
    '{"a":1e400}',
    '{"a":-1e400}',
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '{"a":"\\u202egnp.exe"}',
    '{"\u2066a":1}',
    '{"a":"\\x41"}',
    '{"a":"\n"}',
    '{"a":1}{"b":2}',
    "{'a':1}",
    '{"a":1} x',
    "{a:1}",
    '\ufeff{"a":1}',
  ])("refuses %j", (text) => {
    expect(codeOf(text)).toBe("openApi.malformedJson");
  });

  test.each(["null", "[]", "1", '"text"', " [ { } ] "])("says of %j, which is JSON, that it is no object", (text) => {
    expect(codeOf(text)).toBe("openApi.bodyNotObject");
  });

  test("takes minus zero for zero", () => {
    expect(Object.is(readStrictJson('{"a":-0}').a, 0)).toBe(true);
  });

  test("names the byte where the text stops being JSON", () => {
    expect(() => readStrictJson('{"茶":x}')).toThrow(expect.objectContaining({ values: { position: 7 } }));
  });

  test("stays fast on a long text that is nearly right", () => {
    const started = performance.now();
    expect(codeOf(`{"a":"${"\\u00".repeat(50_000)}`)).toBe("openApi.malformedJson");
    expect(codeOf(`{"a":${"1".repeat(200_000)}x}`)).toBe("openApi.malformedJson");
    expect(performance.now() - started).toBeLessThan(500);
  });
});
