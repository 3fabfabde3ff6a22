import { guessedWords } from "@countinghouse/contract/platform/guessed-words.ts";
import type { GuessEstimator } from "@countinghouse/contract/platform/password-strength.ts";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as worldwide } from "@zxcvbn-ts/language-common";
import { dictionary as english } from "@zxcvbn-ts/language-en";

const library = new ZxcvbnFactory({
  dictionary: { ...worldwide, ...english, guessed: [...guessedWords] },
  graphs: adjacencyGraphs,
  // As on the server: with more, a text of nothing but signs for letters takes a second.
  l33tMaxSubstitutions: 4,
});

/** Estimates a text as the server does. Its dictionaries weigh half a megabyte: import it only where a password is set. */
export const estimateGuesses: GuessEstimator = (text, names) => library.check(text, [...names]);
