import { guessedWords } from "@countinghouse/contract/platform/guessed-words.ts";
import type { GuessEstimator } from "@countinghouse/contract/platform/password-strength.ts";

/** Loads the server's password estimator with its dictionaries: 850 kB, only where a password is set. */
export async function loadGuessEstimator(): Promise<GuessEstimator> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary: worldwide }, { dictionary: english }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  const library = new ZxcvbnFactory({
    dictionary: { ...worldwide, ...english, guessed: [...guessedWords] },
    graphs: adjacencyGraphs,
    // As on the server: with more, texts full of substitutions take a second.
    l33tMaxSubstitutions: 4,
  });
  return (text, names) => library.check(text, [...names]);
}
