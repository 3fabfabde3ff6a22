import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { groups } from "./groups.ts";
import { recordPath, withRecords } from "./record.ts";
import { occurrences } from "./tree.ts";

const root = resolve(import.meta.dirname, "../..");
const mutants = groups.flatMap((group) => group.mutants);

describe("a control that is taken out to see its tests turn red", () => {
  test("is still found where it is exercised, once", () => {
    const edits = mutants.flatMap(({ control, behind = [], ...edit }) =>
      [edit, ...behind].map((one) => ({ control, ...one })),
    );
    const lost = edits.filter(({ file, find, replace }) => {
      const path = join(root, file);
      return find === replace || !existsSync(path) || occurrences(readFileSync(path, "utf8"), find) !== 1;
    });
    expect(lost.map(({ control, file }) => `${control}: ${file}`)).toEqual([]);
  });

  test("is named once and tried by tests that exist", () => {
    const controls = mutants.map(({ control }) => control);
    expect(controls.filter((control, index) => controls.indexOf(control) !== index)).toEqual([]);
    expect(mutants.flatMap(({ tests }) => tests).filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(mutants.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  test("has its row in the document, in its group, and nothing else has one", () => {
    const text = readFileSync(recordPath, "utf8");
    expect(withRecords(text, new Map())).toBe(text);
  });

  test("is there for every file of attacks and for the sweeps of permissions, tenants and merchants", () => {
    const attacks = readdirSync(join(root, "apps/server/test/attack"))
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => `apps/server/test/attack/${name}`);
    const sweeps = ["permission", "scope", "merchant-scope", "merchant-sight"].map(
      (name) => `apps/server/test/contract/${name}.test.ts`,
    );
    const tried = new Set(mutants.flatMap(({ tests }) => tests));
    expect(attacks.length).toBeGreaterThan(0);
    expect([...attacks, ...sweeps].filter((path) => !tried.has(path))).toEqual([]);
  });
});
