import { describe, expect, test } from "vitest";
import { z } from "zod";
import { factsOf } from "./kit/field.ts";
import type { Operation } from "./kit/operation.ts";
import { permissionOf, type Resource } from "./kit/resource.ts";
import { resources } from "./resources.ts";

interface Named {
  readonly resource: Resource;
  readonly name: string;
  readonly operation: Operation;
}

const operations: readonly Named[] = (resources as readonly Resource[]).flatMap((resource) =>
  Object.entries(resource.operations).map(([name, operation]) => ({ resource, name, operation })),
);
const codeOf = ({ resource, name }: Named): string => permissionOf(resource.name, name);

const inputNames = ({ input }: Operation): readonly string[] =>
  input instanceof z.ZodObject ? Object.keys(input.shape) : [];
const isPersonal = (schema: z.ZodType): boolean => factsOf(schema)?.personal === true;
const tellsPersonal = ({ record }: Resource): boolean => Object.values(record.shape as object).some(isPersonal);

/** Where money, card numbers, keys or messages go. */
const address = /^(?:baseUrl|url$|notifyUrl|webhookUrl|allowedOrigins|ip(?:White|Allow)[lL]ist)/;
const isChange = ({ operation, name }: Named): boolean => operation.kind === "command" && name !== "export";

/** What makes an operation sensitive, by what it takes, gives or is about. */
const subjects: Readonly<Record<string, (one: Named) => boolean>> = {
  addresses: (one) => isChange(one) && inputNames(one.operation).some((name) => address.test(name)),
  credentials: ({ resource, operation }) =>
    operation.kind === "command" &&
    Boolean(operation.secretResult ?? operation.secretInputs) &&
    resource.name !== "sysAuth",
  settings: (one) => isChange(one) && one.resource.name === "sysConfig",
  access: (one) =>
    isChange(one) && ["sysUser", "sysRole", "sysMenu", "sysTenant", "sysOrg"].includes(one.resource.name),
  balances: (one) => isChange(one) && one.resource.name === "merchantBalance",
  payments: ({ resource, operation, name }) =>
    operation.kind === "command" && resource.name === "paymentDue" && name !== "export",
  approvals: (one) => isChange(one) && one.name === "approve",
  switches: ({ resource, name }) => name === "setStatus" && ["coinApp", "upstreamGateway"].includes(resource.name),
  logs: ({ resource, operation, name }) =>
    operation.kind === "command" && /^sysLog/.test(resource.name) && name !== "export",
  personal: ({ resource, name }) => name === "reveal" || (name === "export" && tellsPersonal(resource)),
};

/** Sensitive, and guarded in another way. */
const otherwise: Readonly<Record<string, string>> = {
  "sysUser:saveBaseInfo": "one's own profile, which gives no rights",
  "merchantBalance:adjust": "asks only: somebody else books it, with a fresh factor",
  "merchantBalance:reject": "moves nothing",
  "paymentDue:reject": "moves nothing",
  "merchant:approve": "lets nobody take payments yet: somebody else activates, with a fresh factor",
  "cardRangeFile:upload": "keeps the content of a file out of logs, and holds no secret",
  "orderImport:upload": "keeps the content of a file out of logs, and holds no secret",
  "sysRate:import": "keeps the content of a file out of logs, and holds no secret",
};

const sensitive = operations.flatMap((one) =>
  Object.entries(subjects)
    .filter(([, isAbout]) => isAbout(one) && !(codeOf(one) in otherwise))
    .map(([subject]) => [codeOf(one), subject, one.operation] as const),
);

describe("a sensitive operation", () => {
  test("is found for every subject", () => {
    expect(Object.keys(subjects).filter((subject) => !sensitive.some(([, one]) => one === subject))).toEqual([]);
    expect(sensitive.length).toBeGreaterThan(30);
  });

  test.each(sensitive)("%s (%s) asks for a fresh factor", (_code, _subject, operation) => {
    expect(operation.access === "anonymous" || operation.stepUp).toBe(true);
  });

  test.each(sensitive.filter(([, subject, { kind }]) => subject === "personal" && kind === "query"))(
    "%s (%s) leaves a line in the audit trail, although it only reads",
    (_code, _subject, { recorded }) => {
      expect(recorded).toBe(true);
    },
  );
});
