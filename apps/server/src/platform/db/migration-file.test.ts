import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseMigration, readMigrations } from "./migration-file.ts";
import { splitSql } from "./sql-statements.ts";

const statements = (sql: string): string[] =>
  splitSql(sql)
    .filter(({ kind }) => kind === "statement")
    .map(({ text }) => text);

describe("splitSql", () => {
  test("cuts at semicolons and drops empty statements", () => {
    expect(statements("SELECT 1; ;\nSELECT 2")).toEqual(["SELECT 1", "SELECT 2"]);
  });

  test.each([
    ["a string", "SELECT 'a;b''c;'"],
    ["a string with escapes", String.raw`SELECT E'a\';b'`],
    ["a backslash at the end of a plain string", String.raw`SELECT 'a\', ';'`],
    ["a quoted name", 'SELECT 1 AS "a;""b"'],
    ["a body", "DO $$ BEGIN PERFORM 1; END $$"],
    ["a tagged body around another", "DO $a$ SELECT $$;$$; $a$"],
    ["a line comment", "SELECT 1 -- a;b\n + 2"],
    ["nested block comments", "SELECT /* a; /* b; */ c; */ 1"],
    ["a parameter and a name with a dollar", "SELECT a$b$c, $1"],
  ])("keeps a semicolon inside %s", (_, sql) => {
    expect(statements(`${sql};SELECT 2`)).toEqual([sql, "SELECT 2"]);
  });

  test("says on which line a statement begins", () => {
    expect(splitSql("-- why\n\nSELECT 1;\n  SELECT 2;").map(({ kind, line }) => [kind, line])).toEqual([
      ["comment", 1],
      ["statement", 3],
      ["statement", 4],
    ]);
  });

  test("refuses a body and a comment that are not closed", () => {
    expect(() => splitSql("DO $$ BEGIN")).toThrow("line 1: the body opened by $$ is not closed");
    expect(() => splitSql("SELECT 1;\n/* a")).toThrow("line 2: the comment is not closed");
  });
});

describe("parseMigration", () => {
  test("sorts statements into their stages", () => {
    const text =
      "-- Why.\n-- stage: tables\nCREATE TABLE a ();\n-- stage: constraints\nSELECT 1;\n-- stage: seed\nSELECT 2;";
    const { name, number, stages } = parseMigration("0007_refund.sql", text);
    expect([name, number]).toEqual(["0007_refund", 7]);
    expect(stages.tables).toEqual([{ text: "CREATE TABLE a ()", line: 3 }]);
    expect(stages.constraints).toEqual([{ text: "SELECT 1", line: 5 }]);
    expect(stages.seed).toEqual([{ text: "SELECT 2", line: 7 }]);
  });

  test("has the same checksum with either line ending", () => {
    const text = "-- stage: tables\nSELECT 1;\n";
    const windows = parseMigration("0001_a.sql", text.replaceAll("\n", "\r\n"));
    expect(windows.checksum).toBe(parseMigration("0001_a.sql", text).checksum);
  });

  test.each([
    ["refund.sql", "", "the name has to look like"],
    ["0001_a.sql", "SELECT 1;", 'line 1: the statement stands above the first "-- stage:" line'],
    ["0001_a.sql", "-- stage: rows\n", 'line 1: there is no stage "rows"'],
    ["0001_a.sql", "-- stage: seed\n-- stage: tables\n", "line 2: stage tables comes too late"],
    ["0001_a.sql", "-- stage: tables\nCOMMIT;", "line 2: this statement cannot run"],
    [
      "0001_a.sql",
      "-- stage: tables\nCREATE UNIQUE INDEX CONCURRENTLY a ON b (c);",
      "line 2: this statement cannot run",
    ],
  ])("refuses %s with %j", (file, text, reason) => {
    expect(() => parseMigration(file, text)).toThrow(reason);
  });
});

describe("readMigrations", () => {
  test("refuses a number used twice, naming both files", async () => {
    const directory = await mkdtemp(path.join(os.tmpdir(), "migrations-"));
    await writeFile(path.join(directory, "0001_a.sql"), "-- stage: tables\n");
    await writeFile(path.join(directory, "0001_b.sql"), "-- stage: tables\n");
    await expect(readMigrations(directory)).rejects.toThrow("0001_b.sql has the number of 0001_a.sql");
    await rm(directory, { recursive: true });
  });
});
