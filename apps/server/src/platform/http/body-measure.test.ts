import { describe, expect, test } from "vitest";
import { measureJson } from "./body-measure.ts";

const limits = { bytes: 1_000, depth: 3, members: 4, elements: 5 };
const faultOf = (json: string): string | undefined => {
  try {
    measureJson(json, limits);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

/** What is counted once the body was made into something. */
function counted(value: unknown, depth = 0): { depth: number; members: number; elements: number } {
  if (typeof value !== "object" || value === null) return { depth, members: 0, elements: 0 };
  const inner = Object.values(value).map((one) => counted(one, depth + 1));
  const sum = (of: "members" | "elements") => inner.reduce((total, one) => total + one[of], 0);
  const own = Object.keys(value).length;
  return {
    depth: Math.max(depth + 1, ...inner.map((one) => one.depth)),
    members: sum("members") + (Array.isArray(value) ? 0 : own),
    elements: sum("elements") + (Array.isArray(value) ? own : 0),
  };
}

describe("a body of JSON", () => {
  test.each([
    "1",
    "[]",
    "[ ]",
    "[1]",
    "[1,2,3,4,5]",
    "[1,2,3,4,5,6]",
    "[[],[]]",
    "[[1,2],[3]]",
    "[[1,2],[3,4]]",
    '{"a":{"b":{"c":1}}}',
    '{"a":{"b":{"c":[]}}}',
    '{"a":1,"b":2,"c":3,"d":4}',
    '{"a":1,"b":2,"c":3,"d":4,"e":5}',
    '{"a":",:[{","b":"\\"[[[[","c":"\\\\","d":"\\\\\\":::::"}',
    '[{"a":[1,2]},"x,y,z",[3]]',
  ])("is measured as it would be counted: %s", (json) => {
    const { depth, members, elements } = counted(JSON.parse(json));
    const isWithin = depth <= limits.depth && members <= limits.members && elements <= limits.elements;
    expect(faultOf(json) === undefined).toBe(isWithin);
  });

  test("is told why, by the first limit that it passes", () => {
    expect(faultOf("[[[[1]]]]")).toBe("platform.inputTooDeep");
    expect(faultOf('{"a":1,"b":1,"c":1,"d":1,"e":1}')).toBe("platform.tooManyMembers");
    expect(faultOf("[1,2,3,4,5,6]")).toBe("platform.tooManyElements");
  });

  test.each(['"', '{"a', "[", "]]]]]", '{"a\\', "\\\\\\"])("that is none is left to whoever reads it: %s", (json) => {
    expect(faultOf(json)).toBeUndefined();
  });

  test("costs no more than going over it once, whatever its sender made of it", () => {
    const worst = ['\\"', '"\\', '"a",', "[ ", "[1,", '{"":'].map((piece) => piece.repeat(5_000));
    for (const json of worst) {
      const begun = process.cpuUsage();
      faultOf(json);
      const { user, system } = process.cpuUsage(begun);
      expect((user + system) / 1_000).toBeLessThan(50);
    }
  });
});
