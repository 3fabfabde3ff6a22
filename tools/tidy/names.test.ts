import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { expectNone } from "./expect-none.ts";
import { readSource, sources, trackedFiles } from "./sources.ts";
import { typeNameFaults } from "./type-names.ts";

const bannedParts = ["utils", "util", "helpers", "helper", "common", "manager", "shared", "core", "misc"];

/** Words of a path, split at every separator and case change. */
const partsOf = (path: string): string[] => path.split(/[/.\-_]|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase());

const isProductFile = (path: string): boolean => /^(apps|packages|tools|scripts|e2e)\//.test(path);

/** Files that may read the wall clock: the clock itself, and what runs in a browser or measures. */
const mayReadClock = (path: string): boolean =>
  path === "apps/server/src/platform/clock/clock.ts" ||
  !path.startsWith("apps/server/src/") ||
  /\.test\.ts$/.test(path);

describe("names", () => {
  test("no file or folder is named after nothing", () => {
    const found = trackedFiles().filter(
      (path) => isProductFile(path) && partsOf(path).some((part) => bannedParts.includes(part)),
    );
    expectNone(found.map((path) => `${path} is named after nothing: put what it holds with the thing it is about`));
  });

  test("files are kebab-case", () => {
    const found = trackedFiles().filter(
      (path) => isProductFile(path) && /\.(ts|tsx|mjs|css)$/.test(path) && !/^[a-z0-9.-]+$/.test(basename(path)),
    );
    expectNone(found.map((path) => `${path}: write its name in small letters with hyphens between the words`));
  });

  test("module files carry the role of a closed list", () => {
    const roles =
      "routes|service|policy|postings|store|table|workers?|lifecycle|messages|list|detail|form|page|part|hook|widget|port|connector|wire|test";
    const pattern = new RegExp(`^[a-z0-9-]+(\\.[a-z0-9-]+)?\\.(${roles})(\\.test)?\\.tsx?$|^index\\.ts$`);
    const found = sources().filter(({ path }) => {
      const inModule = /^apps\/(server|console)\/src\/modules\/[^/]+\/[^/]+\/(?:.*\/)?([^/]+)$/.exec(path);
      return inModule?.[2] !== undefined && !pattern.test(inModule[2]);
    });
    expectNone(
      found.map(({ path }) => `${path}: end its name in the role it has, one of ${roles.split("|").join(", ")}`),
    );
  });

  test("an exported type is named after its record and role, and alone in the server", () => {
    expectNone(typeNameFaults(sources()));
  });

  test("a name that says nothing, or that stands for two things, is told with what to do", () => {
    const of = (module: string, text: string) =>
      readSource(`apps/server/src/modules/funds/${module}/${module}.policy.ts`, text);
    const faults = typeNameFaults([
      of("toll", "export interface Told {}\nexport type TollRow = object;\ninterface Word {}"),
      of("levy", "export type TollRow = string;\nexport type { Heard } from './other.ts';"),
    ]);
    expect(faults).toEqual([
      expect.stringMatching(/toll\.policy\.ts: Told says nothing by itself; name the record and its role/),
      expect.stringMatching(
        /^TollRow is exported by \S+toll\.policy\.ts and \S+levy\.policy\.ts; put the record's own noun/,
      ),
    ]);
  });

  test("the server asks the clock for the time, so that tests can move it", () => {
    const found = sources().filter(({ path, text }) => !mayReadClock(path) && /new Date\(\)|Date\.now\(\)/.test(text));
    expectNone(found.map(({ path }) => `${path} reads the wall clock: take the time from ctx.now or platform.clock`));
  });

  test("no amount passes through a float", () => {
    const found = sources().filter(
      ({ path, text }) =>
        !/^tools\//.test(path) && /parseFloat\(|\.toFixed\(/.test(text) && /money|amount|minor/i.test(text),
    );
    expectNone(
      found.map(({ path }) => `${path}: read and write amounts by parseDecimal and formatMoney of packages/money`),
    );
  });

  test("tests say what happens, not what should", () => {
    const found = sources().filter(
      ({ path, text }) =>
        /\.(test|spec)\.tsx?$/.test(path) && /\b(test|it)(\.each\([^)]*\))?\(\s*["'`](it )?should\b/.test(text),
    );
    expectNone(found.map(({ path }) => `${path}: say what happens in the title of a test, without “should”`));
  });

  test("nothing names a place outside the product", () => {
    const places = new RegExp(["\\.\\./shared\\b", "/work/", "registry\\.npmjs", "deb\\.debian"].join("|"));
    const found = sources().filter(({ path, text }) => path !== "tools/tidy/names.test.ts" && places.test(text));
    expectNone(
      found.map(({ path }) => `${path} names a place outside the product: say what is there, not where it lay`),
    );
  });
});
