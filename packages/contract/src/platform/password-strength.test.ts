import { describe, expect, test } from "vitest";
import { type GuessEstimate, passwordGuessesLog10, strengthOf } from "./password-strength.ts";

const weak = (...sequence: GuessEstimate["sequence"]) => ({ guessesLog10: 4, sequence });

describe("strengthOf", () => {
  test("names the weakness that most of the password consists of", () => {
    const estimate = () => weak({ pattern: "dictionary", token: "welcome" }, { pattern: "date", token: "1990" });
    expect(strengthOf("welcome1990", [], estimate)).toMatchObject({ guessesLog10: 4, weakness: "passwordCommon" });
  });

  test("tells a name of the owner from a word, and says which", () => {
    const name = { pattern: "dictionary", token: "zhaowen", dictionaryName: "userInputs" };
    const estimate = () => weak({ pattern: "dictionary", token: "my" }, name);
    expect(strengthOf("my zhaowen", ["zhaowen"], estimate)).toMatchObject({
      weakness: "passwordContainsName",
      word: "zhaowen",
    });
  });

  test("finds a password strong as soon as one piece of it is, and asks no further", () => {
    const asked: string[] = [];
    const strength = strengthOf(`${"a".repeat(32)}${"k".repeat(32)}${"z".repeat(32)}`, [], (text) => {
      asked.push(text.slice(0, 1));
      return { guessesLog10: text.startsWith("k") ? passwordGuessesLog10 : 1, sequence: [] };
    });
    expect(strength).toEqual({ guessesLog10: passwordGuessesLog10, word: "" });
    expect(asked).toEqual(["a", "k"]);
  });
});
