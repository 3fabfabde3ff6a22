import { describe, expect, test } from "vitest";
import { expectNone } from "./expect-none.ts";
import { listPageLogic, listPageMedian, printedSizes, recordBudget, recordFaults, recordSizes } from "./records.ts";
import { readSource, sources } from "./sources.ts";

const of = (path: string, lines: number) => readSource(path, "export {};\n".repeat(lines));

describe("records", () => {
  test("that are plain stay within six files and 150 lines; the figures are printed", () => {
    const all = sources();
    const sizes = recordSizes(all);
    const pages = { median: listPageMedian(all), logic: listPageLogic(all) };
    process.stdout.write(`${printedSizes(sizes, pages)}\n`);
    expectNone(recordFaults(sizes));
  });

  test("are listed on pages whose median says what it shows and nothing more", () => {
    const all = sources();
    expect(listPageMedian(all)).toBeLessThanOrEqual(recordBudget.listPageMedian);
    expect(listPageLogic(all)).toBeLessThanOrEqual(recordBudget.listPageLogic);
  });

  test("are counted over contract, server and console, without tests and words", () => {
    const planted = [
      of("packages/contract/src/funds/toll/toll.ts", 60),
      of("packages/contract/src/funds/toll/toll.messages.ts", 900),
      of("apps/server/src/modules/funds/toll/toll.routes.ts", 50),
      of("apps/server/src/modules/funds/toll/toll.test.ts", 900),
      of("apps/console/src/modules/funds/toll/toll.list.tsx", 41),
    ];
    const sizes = recordSizes(planted);
    expect(sizes).toEqual([{ module: "funds/toll", files: 3, lines: 151 }]);
    expect(listPageMedian(planted)).toBe(41);
    expect(recordFaults(sizes, ["funds/toll"])).toEqual([expect.stringContaining("3 files and 151 lines")]);
    expect(listPageLogic(planted)).toBe(0);
    const busy =
      "const Page = () => {\n  const words = useWords(a);\n  return words && words.b ? words.c : null;\n};\n";
    expect(listPageLogic([readSource("apps/console/src/modules/funds/toll/toll.list.tsx", busy)])).toBe(3);
    expect(recordFaults([], ["funds/toll"])).toEqual([expect.stringContaining("no module any more")]);
  });
});
