import { describe, expect, test } from "vitest";
import { expectNone } from "./expect-none.ts";
import { fileLinesMax, functionLinesMax, functionSizes } from "./sizes.ts";
import { sources } from "./sources.ts";

const isProduct = (path: string): boolean => !/\.test\.tsx?$|\.spec\.ts$|^apps\/server\/test\/|^e2e\//.test(path);

/** Tables of words are long without being complicated. */
const isTable = (path: string): boolean => /\.messages\.ts$/.test(path);

describe("sizes", () => {
  test(`no file has more than ${fileLinesMax} lines`, () => {
    const long = sources().filter(({ path, lines }) => lines > fileLinesMax && !isTable(path));
    expectNone(long.map(({ path, lines }) => `${path} has ${lines} lines: split it along what it is about`));
  });

  test(`no function has more than ${functionLinesMax} lines`, () => {
    const long = sources()
      .filter(({ path }) => isProduct(path))
      .flatMap(({ path, text }) =>
        functionSizes(path, text)
          .filter(({ lines }) => lines > functionLinesMax)
          .map(({ name, lines }) => `${path}: ${name} has ${lines} lines: give its steps names of their own`),
      );
    expectNone(long);
  });

  test("measures a function from its first line to its last", () => {
    const text = `export const a = () => 1;\nfunction b() {\n${"  a();\n".repeat(80)}}\n`;
    expect(functionSizes("planted.ts", text).map(({ lines }) => lines)).toEqual([1, 82]);
  });

  /** Lines that are neither blank nor comment. */
  const codeLines = (text: string): number =>
    text
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .split("\n")
      .filter((line) => line.trim() !== "" && !line.trim().startsWith("//")).length;

  test("the spine, the list page and the contract kit stay within their budgets", () => {
    const all = sources();
    const linesOf = (path: string): number => all.find((source) => source.path === path)?.lines ?? Number.NaN;
    const kit = all.filter(
      ({ path }) => path.startsWith("packages/contract/src/kit/") && !path.endsWith(".test.ts") && !isTable(path),
    );
    expect(kit.length).toBeGreaterThan(5);
    expect(kit.reduce((sum, { text }) => sum + codeLines(text), 0)).toBeLessThanOrEqual(550);
    expect(linesOf("apps/server/src/platform/http/run-operation.ts")).toBeLessThanOrEqual(151);
    expect(linesOf("apps/console/src/platform/pages/list-page.tsx")).toBeLessThanOrEqual(201);
  });
});
