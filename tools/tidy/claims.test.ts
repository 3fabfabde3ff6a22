import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expectNone } from "./expect-none.ts";
import { root, trackedFiles } from "./sources.ts";

/** Documents whose promises name the tests that hold them. */
const documents = [
  "README.md",
  "docs/architecture.md",
  "docs/operations.md",
  "docs/reliability.md",
  "docs/security.md",
  "docs/tie-out.md",
];
const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
const testFiles = trackedFiles().filter((path) => /\.test\.tsx?$/.test(path) || /\.spec\.ts$/.test(path));
const named = /`([\w./-]+\.(?:test\.tsx?|spec\.ts))`((?:,? (?:and )?“[^”]+”)*)/g;

/** A title as it is written in a document and in a test: quotes and apostrophes alike, without what a template fills in. */
const plain = (text: string): string => text.replace(/[’‘]/g, "'").replace(/\\(['"`])/g, "$1");

interface Claim {
  readonly document: string;
  readonly file: string;
  readonly titles: readonly string[];
}

/** The tests that a text names: the end of a path that is one file's alone, and words of its titles in quotation marks. */
const claimsIn = (document: string, text: string): Claim[] =>
  [...text.matchAll(named)].map(([, file = "", titles = ""]) => ({
    document,
    file,
    titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = ""]) => title),
  }));

const filesOf = (name: string): string[] => testFiles.filter((path) => path === name || path.endsWith(`/${name}`));

function faultOf({ document, file, titles }: Claim): string[] {
  const [path, ...others] = filesOf(file);
  if (!path) return [`${document}: there is no ${file}: name the test that holds the sentence`];
  if (others.length > 0) return [`${document}: ${file} may be ${[path, ...others].join(" or ")}: say which`];
  const source = plain(textOf(path));
  return titles
    .filter((title) => !title.split("…").every((part) => source.includes(plain(part.trim()))))
    .map((title) => `${document}: ${file} has no “${title}”: quote the title as it is now`);
}

/** Notes of a document, by name: where they stand in a sentence, and what they say. */
const notesOf = (text: string) => {
  const definitions = new Map(
    [...text.matchAll(/^\[\^([\w-]+)\]: (.+(?:\n {4}.+)*)/gm)].map(([, name, says]) => [name, says]),
  );
  const used = new Set([...text.matchAll(/\[\^([\w-]+)\](?!:)/g)].map(([, name]) => name));
  return { definitions, used };
};

const rowsBelow = (text: string, heading: string): string[] => {
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    if (line !== heading) return [];
    const rows = lines.slice(at + 2);
    return rows.slice(
      0,
      rows.findIndex((row) => !row.startsWith("|")),
    );
  });
};

describe("a promise of the documents", () => {
  test.each(documents)("of %s names tests that exist", (document) => {
    const claims = claimsIn(document, textOf(document));
    expect(claims.length).toBeGreaterThan(0);
    expectNone(claims.flatMap(faultOf));
  });

  test.each(documents)("of %s names by its notes what holds it, and each note belongs to a sentence", (document) => {
    const { definitions, used } = notesOf(textOf(document));
    expectNone(
      [...used].filter((name) => !definitions.has(name)).map((name) => `${document}: write the note [^${name}]`),
    );
    expectNone(
      [...definitions.keys()]
        .filter((name) => !used.has(name))
        .map((name) => `${document}: set [^${name}] behind its sentence, or take the note out`),
    );
    const empty = [...definitions].filter(([, says]) => claimsIn(document, says ?? "").length === 0);
    expectNone(empty.map(([name]) => `${document}: name a test in the note [^${name}]`));
  });

  test("has a test in every row of attacks, and in every law of the architecture", () => {
    const attacks = rowsBelow(textOf("docs/security.md"), "| Attack | Test |");
    expect(attacks.length).toBeGreaterThan(80);
    expectNone(
      attacks
        .filter((row) => !/`[\w./-]+\.test\.ts`|each module's test/.test(row))
        .map((row) => `docs/security.md: name a test in ${row}`),
    );
    const laws = (textOf("docs/architecture.md").split("## What holds always")[1] ?? "").split(/^- /m).slice(1);
    expect(laws.length).toBeGreaterThan(4);
    expectNone(
      laws
        .filter((law) => !/\[\^[\w-]+\]/.test(law))
        .map((law) => `docs/architecture.md: set a note with its test behind “${law.slice(0, 60)}”`),
    );
  });

  test("is refused where it names no test, or a title that no test has", () => {
    const planted =
      "`no-such.test.ts`, `index.test.ts`, `mutants.test.ts` “is named once” “flies … away”, `config.test.ts`";
    expect(
      claimsIn("x.md", planted)
        .flatMap(faultOf)
        .map((fault) => fault.replace(/may be .+: say/, "may be several: say")),
    ).toEqual([
      "x.md: there is no no-such.test.ts: name the test that holds the sentence",
      "x.md: there is no index.test.ts: name the test that holds the sentence",
      "x.md: mutants.test.ts has no “flies … away”: quote the title as it is now",
      "x.md: config.test.ts may be several: say which",
    ]);
  });
});
