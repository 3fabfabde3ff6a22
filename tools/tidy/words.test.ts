import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { areas } from "@countinghouse/contract/areas.ts";
import { enumerations } from "@countinghouse/contract/enumerations.ts";
import { locales } from "@countinghouse/contract/kit/locale.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { describe, expect, test } from "vitest";
import { expectNone } from "./expect-none.ts";
import { bannedWords } from "./glossary.ts";
import { root, trackedFiles } from "./sources.ts";
import { wordingsOf } from "./word-readers.ts";

type Leaves = Map<string, string>;

/** Every text of a nested dictionary by its dotted path. */
function leavesOf(words: unknown, prefix = "", leaves: Leaves = new Map()): Leaves {
  for (const [key, value] of Object.entries(words as object)) {
    if (typeof value === "string") leaves.set(prefix + key, value);
    else if (value !== null && typeof value === "object") leavesOf(value, `${prefix}${key}.`, leaves);
  }
  return leaves;
}

const slotsOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();

const isCatalogue = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && locales.every((locale) => locale in value);

/** Every catalogue of the repository, found by its shape in the files of that role. */
async function catalogues(): Promise<[name: string, catalogue: Record<string, unknown>][]> {
  const files = trackedFiles().filter((path) => path.endsWith(".messages.ts"));
  const found: [string, Record<string, unknown>][] = [];
  for (const path of files) {
    const exported = (await import(pathToFileURL(join(root, path)).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported))
      if (isCatalogue(value)) found.push([`${path}#${name}`, value]);
  }
  return found;
}

describe("words", () => {
  test("every catalogue has the same texts with the same slots in all three languages", async () => {
    const all = await catalogues();
    expect(all.length).toBeGreaterThan(5);
    const faults: string[] = [];
    for (const [name, catalogue] of all) {
      const english = leavesOf(catalogue.en);
      for (const locale of locales) {
        const leaves = leavesOf(catalogue[locale]);
        for (const [path, text] of english) {
          const translated = leaves.get(path);
          if (!translated?.trim()) faults.push(`${name}: add ${path} in ${locale}`);
          else if (slotsOf(translated).join() !== slotsOf(text).join())
            faults.push(`${name}: give ${path} in ${locale} the slots that it has in English`);
        }
        for (const path of leaves.keys())
          if (!english.has(path)) faults.push(`${name}: take ${path} out of ${locale}, or add it in English`);
      }
    }
    expectNone(faults);
  });

  test("no English text says 1 failures: what is counted stands in the number of its count", async () => {
    // These are told where there are several alone.
    const several =
      /\{count\} (passkeys, the most|passwords\.|settings already|payments and more|ms)|\{chains\} chains/;
    const counted = /\{(count|rows|chains|added|orders)\} (new |paid )?[a-z]+s\b(?<! (is|was|goes|does))/;
    const faults: string[] = [];
    for (const [name, catalogue] of await catalogues())
      for (const [path, text] of leavesOf(catalogue.en))
        if (counted.test(text.replace(several, "")))
          faults.push(`${name} ${path}: give “${text}” a form for one, by its count`);
    expectNone(faults);
  });

  test("every Chinese text is Chinese where the English one is a sentence", async () => {
    const faults: string[] = [];
    for (const [name, catalogue] of await catalogues()) {
      const english = leavesOf(catalogue.en);
      for (const locale of ["zh-cn", "zh-tw"]) {
        for (const [path, text] of leavesOf(catalogue[locale])) {
          const isSentence = (english.get(path) ?? "").split(" ").length >= 4;
          if (isSentence && !/\p{Script=Han}/u.test(text))
            faults.push(`${name}: say ${path} in ${locale}, where “${text}” stands`);
        }
      }
    }
    expectNone(faults);
  });

  test("every field, operation and refusal of every resource is worded", () => {
    const faults: string[] = [];
    for (const resource of resources) {
      for (const locale of locales) {
        const words = resource.messages[locale];
        const need = (group: "fields" | "actions" | "refusals", names: readonly string[]): void => {
          for (const name of names)
            if (!(words[group] as Record<string, string>)[name])
              faults.push(`add ${group}.${name} in ${locale} to the words of ${resource.name}`);
        };
        need("fields", Object.keys(resource.record.shape));
        need("actions", Object.keys(resource.operations));
        need(
          "refusals",
          Object.values(resource.operations).flatMap(({ refusals }) => [...refusals]),
        );
      }
    }
    expectNone(faults);
  });

  test("every enumeration and directory is worded", () => {
    const texts = [
      ...enumerations.flatMap(({ text, members }) => [text, ...members.map((member) => member.text)]),
      ...areas.map(({ title }) => title),
    ];
    expectNone(
      texts
        .filter((text) => locales.some((locale) => !text[locale].trim()))
        .map((text) => `say “${Object.values(text).find(Boolean)}” in all three languages`),
    );
  });

  test("each thing has one word in each language, that of docs/glossary.md", () => {
    const files = trackedFiles().filter(
      (path) => /^(apps|packages)\/.+\/src\/.+\.tsx?$/.test(path) && !/\.test\./.test(path),
    );
    const wordings = files.flatMap((path) =>
      wordingsOf(path, readFileSync(join(root, path), "utf8")).map((wording) => ({ path, ...wording })),
    );
    expect(wordings.length).toBeGreaterThan(9000);
    const faults = wordings.flatMap(({ path, line, locale, text }) =>
      bannedWords
        .filter((banned) => banned.locale === locale && banned.word.test(text))
        .map(({ say }) => `${path}:${line} ${locale} “${text.slice(0, 60)}”: say ${say} (docs/glossary.md)`),
    );
    expectNone(faults);
  });

  test("a word that was decided against is found in the language it was decided for, and only there", () => {
    const source = `text3("Price", "价格", "費率"); catalogue({}, { a: "已拒绝" }, { a: "接口日志" });`;
    const found = wordingsOf("one.ts", source).filter(({ locale, text }) =>
      bannedWords.some((banned) => banned.locale === locale && banned.word.test(text)),
    );
    expect(found).toEqual([{ locale: "zh-cn", text: "价格", line: 1 }]);
  });
});
