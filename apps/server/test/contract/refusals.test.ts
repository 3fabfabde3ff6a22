import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { refusalFacts } from "@countinghouse/contract/kit/refusal.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { describe, expect, test } from "vitest";

const server = join(import.meta.dirname, "../..");
const all: readonly Resource[] = resources;
const declared = all.flatMap(({ name, operations, refusals = {} }) =>
  Object.entries(refusals).map(([refusal, facts]) => ({ code: `${name}.${refusal}`, refusal, operations, facts })),
);

const sources = readdirSync(join(server, "src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => [file, readFileSync(join(server, "src", file), "utf8")] as const);

describe("what is declared of a refusal", () => {
  test("is known to whoever throws it by its code", () => {
    expect(declared.length).toBeGreaterThan(200);
    for (const { code, facts } of declared) expect(refusalFacts(code)).toEqual(facts);
    expect(refusalFacts("platform.notFound")).toEqual({ status: 404 });
    expect(refusalFacts("platform.hasOwnProperty")).toEqual({});
    expect(refusalFacts("nobody.knows")).toEqual({});
  });

  const shapeOf = (input: unknown): object => (input as { shape?: object } | undefined)?.shape ?? {};
  // Whatever is exported, `sysJobRun` answers for the choices of its file.
  const ofExports = all.flatMap(({ operations }) => Object.keys(shapeOf(operations.export?.input)));

  test("names a field that the operations so refused ask for", () => {
    const astray = declared.filter(({ refusal, operations, facts: { field } }) => {
      const refusing = Object.values(operations).filter(({ refusals }) => refusals.includes(refusal));
      return (
        field !== undefined &&
        refusing.length > 0 &&
        !refusing.some(({ input }) => field in shapeOf(input)) &&
        !ofExports.includes(field)
      );
    });
    expect(astray.map(({ code, facts }) => `${code} ${facts.field}`)).toEqual([]);
  });

  test("names a constraint or index that a migration makes unique", () => {
    const folder = join(server, "migrations");
    const migrations = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
    const named = declared.flatMap(({ facts: { constraint } }) =>
      typeof constraint === "object" ? Object.keys(constraint) : (constraint ?? []),
    );
    expect(named.length).toBeGreaterThan(20);
    const unknown = named.filter(
      (name) =>
        !migrations.some((text) => new RegExp(`(UNIQUE INDEX ${name}|CONSTRAINT ${name}\\s+UNIQUE)\\b`).test(text)),
    );
    expect(unknown).toEqual([]);
  });

  test("is not said again by a throw", () => {
    const repeated = sources.flatMap(([file, text]) =>
      [...text.matchAll(/refuse\(\s*"([\w.]+)"(?:(?!refuse\()[^;])*?\bstatus: (\d{3})/g)]
        .filter(([, code = "", status]) => (refusalFacts(code).status ?? 400) === Number(status))
        .map(([, code]) => `${file} ${code}`),
    );
    expect(repeated).toEqual([]);
  });
});
