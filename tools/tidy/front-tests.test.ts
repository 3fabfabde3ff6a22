import { describe, expect, test } from "vitest";
import { type Source, sources } from "./sources.ts";

/** Raise them with what is added; they are never lowered. */
const floors = {
  /** Lines of tests for each line of the front end. */
  testsPerLine: 0.405,
  /** Journeys through the whole product in a browser. */
  journeys: 62,
};

const isFront = (path: string): boolean => /^(?:apps\/console|packages\/ui)\//.test(path);
const isTest = (path: string): boolean => /\.test\.tsx?$|^apps\/console\/test\//.test(path);
const isJourney = (path: string): boolean => path.startsWith("e2e/");
/** Tables of words are tested by the compiler. */
const isTable = (path: string): boolean => /\.messages\.ts$/.test(path);

type Counted = Pick<Source, "path" | "text" | "lines">;

const linesOf = (some: readonly Counted[]): number => some.reduce((sum, { lines }) => sum + lines, 0);

/** What is proven of the front end, by its own tests and by journeys through the whole. */
function frontProof(all: readonly Counted[]) {
  const of = (fits: (path: string) => boolean) => all.filter(({ path }) => fits(path));
  const tests = linesOf(of((path) => (isFront(path) && isTest(path)) || isJourney(path)));
  const product = linesOf(of((path) => isFront(path) && path.includes("/src/") && !isTest(path) && !isTable(path)));
  const journeys = of(isJourney).flatMap(({ text }) => text.match(/^\s*test\(/gm) ?? []).length;
  return { tests, product, testsPerLine: tests / product, journeys };
}

describe("the tests of the front end", () => {
  test("are as many as were reached; the figures are printed", () => {
    const { tests, product, testsPerLine, journeys } = frontProof(sources());
    const least = `${floors.testsPerLine} and ${floors.journeys} at least`;
    process.stdout.write(
      `${testsPerLine.toFixed(3)} test lines per line of the front end (${tests} to ${product}), ${journeys} journeys, ${least}\n`,
    );
    expect(testsPerLine).toBeGreaterThanOrEqual(floors.testsPerLine);
    expect(journeys).toBeGreaterThanOrEqual(floors.journeys);
  });

  test("count tests and journeys apart from what they prove, and leave out words and the server", () => {
    const file = (path: string, lines: number, text = "") => ({ path, text, lines });
    const found = frontProof([
      file("apps/console/src/app/a.tsx", 100),
      file("packages/ui/src/b.tsx", 100),
      file("apps/console/src/app/a.messages.ts", 1000),
      file("apps/server/src/c.ts", 1000),
      file("apps/console/src/app/a.test.tsx", 30),
      file("apps/console/test/harness.tsx", 10),
      file("e2e/walk.spec.ts", 10, 'test("walks", go);\n  test("runs", go);\ntest.skip("flies", go);'),
    ]);
    expect(found).toEqual({ tests: 50, product: 200, testsPerLine: 0.25, journeys: 2 });
  });
});
