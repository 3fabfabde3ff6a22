import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { areas } from "@countinghouse/contract/areas.ts";
import { enumerations } from "@countinghouse/contract/enumerations.ts";
import { openApiMessages } from "@countinghouse/contract/integration/open-api/open-api.messages.ts";
import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { menuPages } from "@countinghouse/contract/menu-pages.ts";
import { platformMessages } from "@countinghouse/contract/platform/platform.messages.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { describe, expect, test } from "vitest";

const all: readonly Resource[] = resources;

/** Every leaf of a dictionary by its dotted path. */
function leaves(words: unknown, path = ""): [string, string][] {
  if (typeof words === "string") return [[path, words]];
  return Object.entries(words as object).flatMap(([key, value]) => leaves(value, path ? `${path}.${key}` : key));
}

const slots = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

// Characters that only one of the two scripts has; enough to find a text that was pasted from the other.
const onlySimplified =
  /[们这说时发对应页权户设数据处参码区间关员机构职务订单请删选编辑导认证账号类图标题组态废网络邮邮银额结备现开门问简]/u;
const onlyTraditional =
  /[們這說時發對應頁權戶設數據處參碼區間關員機構職務訂單請刪選編輯導認證帳號類圖標題組態廢網絡郵銀額結備現開門問簡]/u;
// Written alike in both, although one of the two lists above has them.
const shared = new Set("据参机构备标");

const foreign = (text: string, locale: Locale): string[] => {
  const pattern = locale === "zh-cn" ? onlyTraditional : onlySimplified;
  const other = locale === "zh-cn" ? onlySimplified : onlyTraditional;
  return [...text].filter((letter) => pattern.test(letter) && !other.test(letter) && !shared.has(letter));
};

const catalogues = [
  ...all.map(({ name, messages }) => [name, messages as Record<Locale, unknown>] as const),
  ["platform", platformMessages as Record<Locale, unknown>] as const,
  ["openApi", openApiMessages as Record<Locale, unknown>] as const,
];

describe.each(catalogues)("the words of %s", (_name, messages) => {
  const english = leaves(messages.en);

  test("are there in every language, with the same keys and slots", () => {
    for (const locale of locales) {
      const words = new Map(leaves(messages[locale]));
      expect([...words.keys()].sort()).toEqual(english.map(([path]) => path).sort());
      for (const [path, text] of english) {
        expect(words.get(path)?.trim(), `${locale} ${path}`).not.toBe("");
        expect(slots(words.get(path) ?? ""), `${locale} ${path}`).toEqual(slots(text));
      }
    }
  });

  test("are written in the script of their language", () => {
    for (const locale of ["zh-cn", "zh-tw"] as const) {
      const mixed = leaves(messages[locale]).filter(([, text]) => foreign(text, locale).length > 0);
      expect(mixed).toEqual([]);
    }
    expect(english.filter(([, text]) => /\p{Script=Han}/u.test(text))).toEqual([]);
  });
});

describe("a resource", () => {
  test.each(all.map((resource) => [resource.name, resource] as const))(
    "%s has a label for every field, operation and refusal",
    (_name, resource) => {
      const { fields, actions, refusals } = resource.messages.en;
      expect(Object.keys(resource.record.shape).filter((field) => !Object.hasOwn(fields, field))).toEqual([]);
      expect(Object.keys(resource.operations).filter((operation) => !Object.hasOwn(actions, operation))).toEqual([]);
      const declared = [
        ...Object.values(resource.operations).flatMap((operation) => operation.refusals),
        ...Object.keys(resource.refusals ?? {}),
      ];
      expect(declared.filter((code) => !Object.hasOwn(refusals, code))).toEqual([]);
      expect(Object.keys(refusals).filter((code) => !declared.includes(code))).toEqual([]);
    },
  );
});

describe("a text of an enumeration, directory or page", () => {
  const texts = [
    ...enumerations.flatMap(({ text, members }) => [text, ...members.map((member) => member.text)]),
    ...areas.map(({ title }) => title),
    ...menuPages.map(({ title }) => title),
  ];

  test("is there in every language and in its script", () => {
    for (const text of texts) {
      for (const locale of locales) expect(text[locale].trim()).not.toBe("");
      expect([...foreign(text["zh-cn"], "zh-cn"), ...foreign(text["zh-tw"], "zh-tw")], JSON.stringify(text)).toEqual(
        [],
      );
    }
  });
});

describe("a refusal that the server throws", () => {
  const source = join(import.meta.dirname, "../../src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const thrown = files.flatMap((file) => {
    const text = readFileSync(join(source, file), "utf8");
    return [...text.matchAll(/refuse\(\s*"([\w.-]+)"/g)].map(([, code]) => [code ?? "", file] as const);
  });

  test("is found in the sources at all", () => {
    expect(thrown.length).toBeGreaterThan(50);
  });

  test("has words", () => {
    const known = new Map<string, Readonly<Record<string, string>>>(
      all.map(({ name, messages }) => [name, messages.en.refusals]),
    );
    known.set("platform", platformMessages.en.refusals);
    known.set("openApi", openApiMessages.en.refusals);
    const silent = thrown.filter(([code]) => {
      const [owner = "", name = ""] = code.split(".", 2);
      return !Object.hasOwn(known.get(owner) ?? {}, name);
    });
    expect(silent).toEqual([]);
  });
});
