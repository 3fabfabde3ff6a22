import { expect, test } from "vitest";
import { splitAlterTable } from "./sql-statements.ts";

test("an ALTER TABLE with several subcommands is cut into one for each, whatever commas stand within them", () => {
  expect(
    splitAlterTable(`ALTER TABLE fx_quotes
  ADD COLUMN mode text COLLATE "C" NOT NULL DEFAULT 'live, or test',
  -- Of real money, or of tests.
  ADD CONSTRAINT fx_quotes_mode_known CHECK (mode IN ('live', 'test')),
  DROP COLUMN "a,b"`),
  ).toEqual([
    `ALTER TABLE fx_quotes\n  ADD COLUMN mode text COLLATE "C" NOT NULL DEFAULT 'live, or test'`,
    `ALTER TABLE fx_quotes\n  -- Of real money, or of tests.\n  ADD CONSTRAINT fx_quotes_mode_known CHECK (mode IN ('live', 'test'))`,
    `ALTER TABLE fx_quotes\n  DROP COLUMN "a,b"`,
  ]);
});

test.each([
  "CREATE TABLE a (b text, c text)",
  "ALTER TABLE a ADD CONSTRAINT a_fk FOREIGN KEY (b, c) REFERENCES d (b, c)",
  "ALTER INDEX a RENAME TO b",
])("%j stays as it is", (statement) => {
  expect(splitAlterTable(statement)).toEqual([statement]);
});
