import { attack, type Mutant } from "./mutant.ts";

const listQuery = "apps/server/src/platform/db/list-query.ts";

/** Text that means something to a reader behind us. */
export const parsers: readonly Mutant[] = [
  {
    control: "a cell of a file is a text that a form would take",
    file: "packages/contract/src/platform/storable-text.ts",
    find: "isStorableText(text) && !text.includes(undecodable)",
    replace: "!text.includes(undecodable)",
    tests: [attack("e-files")],
    named: "turns round how it is read",
  },
  {
    control: "a filter is a value of a statement, not a part of it",
    file: listQuery,
    find: `if (filter.kind === "contains") return`,
    replace: `if (filter.kind === "contains") return sql.raw(String(value)) as RawBuilder<boolean>;
  if (filter.kind === "contains") return`,
    tests: [attack("e-console")],
    named: "every filter of (sysPos|sysUser|coinOrder|merchant):",
  },
  {
    control: "a sign of a pattern means itself in a filter",
    file: "apps/server/src/platform/db/text-search.ts",
    find: "text.replace(/[\\\\%_]/g,",
    replace: "text.replace(/[]/g,",
    tests: ["apps/server/src/platform/db/list-query.test.ts"],
    named: "taking % and _ for what they are",
  },
  {
    control: "a list is sorted by the fields that it names",
    file: "packages/contract/src/kit/list.ts",
    find: "field: z.enum(spec.sortBy as readonly [S, ...S[]]).nullish(),",
    replace: "field: z.string().nullish(),",
    tests: [attack("e-console")],
    named: "no column and no direction to sort by in (sysPos|sysUser|coinOrder|merchant):",
  },
  {
    control: "text that no database holds is refused before it gets there",
    file: "apps/server/src/platform/http/parse-input.ts",
    find: "if (parsed.success && unstorable.length === 0) return",
    replace: "if (parsed.success) return",
    tests: [attack("f-console")],
    named: "although it has the right form",
  },
  {
    control: "text that turns round how it is shown is refused, wherever it comes from",
    file: "packages/contract/src/platform/storable-text.ts",
    find: "!turning.test(text)",
    replace: "true",
    tests: [attack("f-console"), "apps/server/src/modules/integration/open-api/strict-json.policy.test.ts"],
    named: "although it has the right form|gnp",
  },
  {
    control: "a cell of an export is no formula",
    file: "apps/server/src/platform/export/export-columns.ts",
    find: "regexp_replace(${text}, ${formulaPlace},",
    replace: "regexp_replace(${text}, '^[=+@-]',",
    tests: ["apps/server/src/platform/export/export.test.ts"],
    named: "export as CSV",
  },
  {
    control: "a parameter that comes twice is refused",
    file: "apps/server/src/modules/integration/open-api/open-input.service.ts",
    find: "if (named.has(name)) throw",
    replace: "if (false) throw",
    tests: [attack("e-open-api")],
    named: "with the query",
  },
  {
    control: "a parameter that nobody knows is refused to a test key",
    file: "apps/server/src/modules/integration/open-api/run-open.service.ts",
    find: `isStrict: caller.app.mode === "test"`,
    replace: "isStrict: false",
    tests: [attack("e-open-api")],
    named: "with the query",
  },
  {
    control: "text on a page is escaped",
    file: "apps/server/src/platform/http/html.ts",
    find: "return escapeHtml(String(part));",
    replace: "return String(part);",
    tests: ["apps/server/src/platform/http/html.test.ts", "apps/server/src/modules/payments/pay/pay.test.ts"],
  },
];
