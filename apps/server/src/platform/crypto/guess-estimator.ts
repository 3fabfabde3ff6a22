import { createRequire } from "node:module";
import { guessedWords } from "@countinghouse/contract/platform/guessed-words.ts";
import type { GuessEstimator } from "@countinghouse/contract/platform/password-strength.ts";

const require = createRequire(import.meta.url);
type Library = typeof import("@zxcvbn-ts/core");
type Worldwide = typeof import("@zxcvbn-ts/language-common");
type English = typeof import("@zxcvbn-ts/language-en");

/**
 * Limit of "l33t" substitutions ("P@ssw0rd") tried per text. The library's own limit of 100 takes a second for a text
 * of nothing but such characters; with four the worst of 32 characters takes 16 ms.
 */
const substitutionsMax = 4;

let estimator: GuessEstimator | undefined;

/** Loads the dictionaries at the first estimate: they take 60 MB, and most processes estimate none. */
export const estimateGuesses: GuessEstimator = (text, names) => {
  estimator ??= build();
  return estimator(text, names);
};

function build(): GuessEstimator {
  const { ZxcvbnFactory } = require("@zxcvbn-ts/core") as Library;
  const { adjacencyGraphs, dictionary } = require("@zxcvbn-ts/language-common") as Worldwide;
  const { dictionary: english } = require("@zxcvbn-ts/language-en") as English;
  const library = new ZxcvbnFactory({
    dictionary: { ...dictionary, ...english, guessed: [...guessedWords] },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: substitutionsMax,
  });
  return (text, names) => library.check(text, [...names]);
}
