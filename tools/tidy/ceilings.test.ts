import { describe, expect, test } from "vitest";
import { ceilingFaults, ceilings, counted, printedCeilings, texts } from "./ceilings.ts";
import { expectNone } from "./expect-none.ts";
import { readSource } from "./sources.ts";

const store = "apps/server/src/modules/payments/toll/toll.store.ts";
const planted = readSource(
  store,
  [
    "type Query = SelectQueryBuilder<Tables, any, object>;",
    "const fixed = [1] as const;",
    "const rows = query.orderBy('x') as never;",
    'const code = row.currency as Order["settleCurrency"];',
    'const named = query.orderBy("gateways.name");',
  ].join("\n"),
);
const page = readSource(
  "apps/console/src/modules/payments/toll/toll.list.tsx",
  'const columns = [{ field: "amount", cell: Amount }];\nonServerEvent("toll", read);',
);

describe("ceilings", () => {
  test("are held; the figures are printed", () => {
    const all = counted(ceilings, texts());
    process.stdout.write(`${printedCeilings(all)}\n`);
    expectNone(ceilingFaults(all));
  });

  test("count what is written out by hand, and say where it stands and what to write instead", () => {
    const none = ceilings.map((one) => ({ ...one, most: 0 }));
    const faults = ceilingFaults(counted(none, [planted, page]));
    expect(faults.map((fault) => fault.split(",")[0])).toEqual([
      "2 casts in payments",
      "1 casts by never",
      "1 casts to a currency in the server's modules",
      "1 queries of modules over any table",
      "1 lists of stores sorted by a stored name",
      "1 cells of their own on list pages",
      "1 list pages that follow the server's word themselves",
    ]);
    expect(faults[3]).toContain(`leave the type to \`from\``);
    expect(faults[3]).toContain(`${store}:1`);
  });
});
