import { attack, type Mutant } from "./mutant.ts";

const strictJson = "apps/server/src/modules/integration/open-api/strict-json.policy.ts";

/** Fields, types and prototypes. */
export const fields: readonly Mutant[] = [
  {
    control: "a body sets the fields that its operation names",
    file: "apps/server/src/platform/http/parse-input.ts",
    find: "return parsed.data;",
    replace: "return { ...(sent as object), ...(parsed.data as object) };",
    tests: [attack("f-console")],
    named: "is not set through",
  },
  {
    control: "a body of the console that reaches for a prototype is refused",
    file: "apps/server/src/platform/http/server.ts",
    find: `app.getDefaultJsonParser("error", "error")`,
    replace: `app.getDefaultJsonParser("ignore", "ignore")`,
    tests: [attack("f-console")],
    named: "changes no object at /api/(sysPos|sysUser|merchant)/",
  },
  {
    control: "a member named like an object's own is unknown",
    file: "apps/server/src/platform/http/screen-input.ts",
    find: "Object.hasOwn(shape, name) ? shape[name] : undefined",
    replace: "shape[name]",
    tests: [attack("f-console"), attack("f-open-api")],
    named: "ends in no fault of ours at /api/(sysPos|sysUser)/|with members named (toString|valueOf)",
  },
  {
    control: "a field of the platform's own is no field of a merchant's order",
    file: "apps/server/src/modules/integration/open-api/run-open.service.ts",
    find: `isStrict: caller.app.mode === "test"`,
    replace: "isStrict: false",
    tests: [attack("f-open-api")],
    named: "is refused by a test key",
  },
  {
    control: "a body of the open API that reaches for a prototype is refused",
    file: strictJson,
    find: "if (forbidden.has(name)) throw",
    replace: "if (false) throw",
    tests: [attack("f-open-api"), "apps/server/src/modules/integration/open-api/strict-json.policy.test.ts"],
    named: "no object is changed by it|prototype",
  },
  {
    control: "a body of the open API goes sixteen deep at most",
    file: strictJson,
    find: "if (depth > depthMax) throw",
    replace: "if (false) throw",
    tests: [attack("f-open-api"), "apps/server/src/modules/integration/open-api/strict-json.policy.test.ts"],
    named: "deep",
  },
  {
    control: "a member that comes twice is refused",
    file: strictJson,
    find: "if (members.has(name)) throw",
    replace: "if (false) throw",
    tests: ["apps/server/src/modules/integration/open-api/strict-json.policy.test.ts"],
  },
];
