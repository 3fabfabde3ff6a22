import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findCardNumbers, hasCardNumber, hasCheckDigit, maskCardNumbers, maskedHead } from "./card-number.ts";
import { isStorableText } from "./storable-text.ts";

/** Published test numbers of the schemes. */
const cards = [
  "4111111111111111",
  "4222222222222",
  "4000000000000000006",
  "5555555555554444",
  "2223003122003222",
  "378282246310005",
  "30569309025904",
  "6011111111111117",
  "3530111333300000",
  "6200000000000005",
  "6304000000000000000",
  "2200000000000053",
];

const inScript = (zero: number) => (digits: string) =>
  [...digits].map((digit) => String.fromCodePoint(zero + Number(digit))).join("");
const grouped = (separator: string) => (digits: string) => digits.replace(/(\d{4})(?=\d)/g, `$1${separator}`);

const spellings: readonly (readonly [string, (digits: string) => string])[] = [
  ["as it is", (digits) => digits],
  ["in a sentence", (digits) => `please charge ${digits}, thanks`],
  ["in a Chinese sentence", (digits) => `请扣款${digits}谢谢`],
  ["after a word without a blank", (digits) => `card${digits}`],
  ["between hyphens", (digits) => `ORD-${digits}-X`],
  ["in brackets", (digits) => `"(${digits})"`],
  ["in an address", (digits) => `https://shop.example/back?card=${digits}&x=1`],
  ["with escaped blanks in an address", (digits) => `https://shop.example/back?card=${grouped("%20")(digits)}`],
  ["spaced", grouped(" ")],
  ["dashed", grouped("-")],
  ["dotted", grouped(".")],
  ["underscored", grouped("_")],
  ["with two blanks", grouped("  ")],
  ["with no-break blanks", grouped("\u00a0")],
  ["with en dashes", grouped(" – ")],
  ["with middle dots", grouped("·")],
  ["over lines", grouped("\n")],
  ["digit by digit", (digits) => [...digits].join(" ")],
  ["with characters of no width", (digits) => [...digits].join("\u200b")],
  ["with soft hyphens", grouped("\u00ad")],
  ["full-width", inScript(0xff10)],
  ["full-width and spaced", (digits) => inScript(0xff10)(digits).replace(/(.{4})(?=.)/gu, "$1\u3000")],
  ["in Arabic digits", inScript(0x660)],
  ["in Persian digits", inScript(0x6f0)],
  ["in Devanagari digits", inScript(0x966)],
  ["in mathematical digits", inScript(0x1d7d8)],
  ["in superscript", (digits) => [...digits].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")],
  ["with month, year and code behind", (digits) => `${grouped(" ")(digits)} 12/30 123`],
];

/** Separators that are unusual in numbers, but could hide one. */
const marks = [
  ...[
    ",",
    ", ",
    ";",
    ":",
    "|",
    " | ",
    "\\",
    "*",
    "#",
    "~",
    "=",
    "&",
    "'",
    '","',
    ")(",
    "][",
    "…",
    "->",
    "::::",
    "     ",
  ],
  ...["●", "‧", "∙", "⋅", "，", "、", "；", "：", "💳", "👨‍👩‍👧", "x", "X", "ab", "号"],
];
/** Groups of every size that is printed. */
const printed = (mark: string) => (digits: string) =>
  (digits.length === 15 || digits.length === 14 ? /^(.{4})(.{6})(.*)$/ : /^(.{4})(.{4})(.{4})(.{1,4})(.*)$/)
    .exec(digits)
    ?.slice(1)
    .filter(Boolean)
    .join(mark) ?? "";

describe("a card number", () => {
  test.each(marks)("is found in groups that %j parts, and digit by digit", (mark) => {
    // Letters followed by more digits form a word of their own.
    for (const card of cards)
      for (const text of [
        printed(mark)(card),
        [...card].join(mark),
        /\p{L}/u.test(mark) ? card : `${printed(mark)(card)}${mark}12${mark}30`,
      ])
        expect([text, hasCardNumber(text), hasCardNumber(maskCardNumbers(text))]).toEqual([text, true, false]);
  });

  test("is found behind escapes that are none", () => {
    expect(hasCardNumber("100% of 4111%204111%20?4111%201111%201111%201111")).toBe(true);
  });

  test("is found in escapes beside bytes that are no text", () => {
    expect(hasCardNumber(`/back/%97${[..."4111111111111111"].map((digit) => `%3${digit}`).join("")}%ff`)).toBe(true);
  });

  test.each(spellings)("is found %s", (_name, spell) => {
    for (const card of cards) expect(hasCardNumber(spell(card)), spell(card)).toBe(true);
  });

  test.each([
    [" ", " "],
    ["-", "-"],
    [" ", "-"],
    [". ", "/"],
    ["\u00a0", " – "],
  ])("is found in groups of any size that %j and %j part", (first, second) => {
    for (const card of cards.filter(({ length }) => length >= 15))
      for (const [one, other] of [
        [2, 7],
        [5, 6],
        [9, 13],
      ] as const) {
        const text = `${card.slice(0, one)}${first}${card.slice(one, other)}${second}${card.slice(other)}`;
        expect([text, hasCardNumber(text)]).toEqual([text, true]);
      }
  });

  test("is found as its schemes print it", () => {
    for (const text of [
      "3782 822463 10005",
      "3056-930902-5904",
      "620000 0000000000005".replace("00000000005", "000005"),
    ])
      expect(findCardNumbers(text).length, text).toBeLessThanOrEqual(1);
    expect(hasCardNumber("3782 822463 10005")).toBe(true);
    expect(hasCardNumber("3056-930902-5904")).toBe(true);
  });

  test("is told with its place", () => {
    expect(findCardNumbers("a 4111 1111 1111 1111, b 5555555555554444.")).toEqual([
      { start: 2, end: 21, digits: "4111111111111111" },
      { start: 25, end: 41, digits: "5555555555554444" },
    ]);
  });

  test("keeps its ends when it is masked, in whatever script", () => {
    expect(maskCardNumbers("pay 4111 1111 1111 1111 now")).toBe("pay 411111******1111 now");
    const strange = inScript(0x1d7d8)("4111111111111111");
    expect(maskCardNumbers(`给 ${strange} 付`)).toBe("给 411111******1111 付");
    expect(maskCardNumbers("nothing here")).toBe("nothing here");
  });

  test("that is masked is one no more", () => {
    fc.assert(
      fc.property(fc.constantFrom(...cards), fc.constantFrom(...spellings.slice(8)), (card, [, spell]) => {
        expect(hasCardNumber(maskCardNumbers(spell(card)))).toBe(false);
      }),
    );
  });

  test("with one digit changed is none", () => {
    for (const card of cards) {
      const other = `${card.slice(0, -1)}${(Number(card.at(-1)) + 1) % 10}`;
      expect([hasCheckDigit(card), hasCheckDigit(other), hasCardNumber(other)]).toEqual([true, false, false]);
    }
  });
});

describe("the beginning of a text", () => {
  test.each(spellings)("keeps nothing of a number that reaches beyond it, %s", (_name, spell) => {
    for (const card of cards) {
      const text = `${"a word ".repeat(20)}${spell(card)} and more ${"a word ".repeat(200)}`;
      const [number] = findCardNumbers(text);
      // A number in escapes has no place of its own, and is searched in the decoded text.
      if (!number) continue;
      for (let max = number.start + 1; max < number.end; max += 1)
        expect(maskedHead(text, max)).toBe(`${text.slice(0, number.start)}…`);
      expect(maskedHead(text, number.end)).toContain(card.slice(-4));
      expect(findCardNumbers(maskedHead(text, number.end))).toEqual([]);
    }
  });

  test.each([
    "/back/4111%201111%201111%201111",
    "/back/%34%31%31%31111111111111%00%0a",
    "x%2F4111111111111111%2Fy",
    "100% of 4111%201111%201111%201111",
  ])("keeps no number in the escapes of %s", (text) => {
    for (const told of [maskCardNumbers(text), maskedHead(text.padEnd(60, "a"), 50)]) {
      expect([told, hasCardNumber(told), isStorableText(told)]).toEqual([told, false, true]);
    }
    expect(maskCardNumbers("/100%20%25/a%41")).toBe("/100%20%25/a%41");
  });

  test("is the whole of a text that is no longer", () => {
    expect(maskedHead("4111111111111111", 16)).toBe("411111******1111");
    expect(maskedHead("abc", 2)).toBe("ab…");
  });
});

describe("what is no card number", () => {
  test.each([
    "+49 151 12345678",
    "4915112345678",
    "4366412345678",
    "+4111111111111",
    "0049 151 1234 5678",
    "+86 138 0013 8000",
    "6281234567890",
    "2026-11-21T10:00:00.000Z",
    "20261121100000",
    "2026112110000012",
    "1795255200000",
    "1795255200000000",
    "1795255200000000000",
    "0.4111111111111111",
    "12.4111111111111111",
    "4,111,111,111,111,111",
    "192.168.100.200",
    "2001:4111:1111:1111:4111:1111:1111:1111",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.6422.113 Safari/537.36",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "00000000-0000-4111-8111-111111111111",
    "ab4111111111111111cd12",
    "41111111111111111111",
    "0000000000000000",
    "1234567890123456",
    "4111, 1111, 1111, 1111, 1234",
    "4,111; 1,111; 1,111; 1,111",
    "4111 USD, 1111 USD, 1111 USD, 1111 USD",
    "4111x1111x1111",
    "41:11:11:11:11:11:11:11",
    "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
    "+49 411 1111111; +49 411 1111111",
    "2026-11-21, 2026-11-22, 2026-11-23, 2026-11-24",
  ])("is left alone: %s", (text) => {
    expect(findCardNumbers(text)).toEqual([]);
  });

  test("is found fast, however long the text is", () => {
    const awkward = [
      "1-".repeat(20_000),
      "4111 ".repeat(10_000),
      "４".repeat(10_000),
      `${"4".repeat(18)}x`.repeat(2_000),
      "1,".repeat(80_000),
      "4111,".repeat(40_000),
      "4a".repeat(40_000),
    ];
    for (const text of awkward) expect(() => findCardNumbers(text)).not.toThrow();
  });

  test("are UUIDs", () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(findCardNumbers(id)).toEqual([]);
      }),
      { numRuns: 20_000 },
    );
  });
});
