/** What an estimator (zxcvbn) says of a text: guesses that it withstands, and the parts that it is made of. */
export interface GuessEstimate {
  /** Power of ten. */
  readonly guessesLog10: number;
  readonly sequence: readonly {
    readonly pattern: string;
    readonly token: string;
    readonly dictionaryName?: string;
  }[];
}

/** Estimates a text; `names` are words that belong to its owner. */
export type GuessEstimator = (text: string, names: readonly string[]) => GuessEstimate;

/** Guesses, as a power of ten, that a password has to withstand: beyond what a stolen hash lets anyone try in time. */
export const passwordGuessesLog10 = 10;

/** A longer password is estimated in pieces of this many characters, because the time grows faster than the length. */
const pieceLength = 32;

/** Shorter names occur in other words by chance. */
const isTelling = (name: string): boolean => name.length >= (/^[\p{ASCII}]*$/u.test(name) ? 4 : 2);

/** The words of a person's names that must not be in a password, in lower case. */
export const namePartsOf = (names: readonly string[]): string[] =>
  names
    .flatMap((name) =>
      name
        .normalize("NFKC")
        .toLowerCase()
        .split(/[\s.@_-]+/),
    )
    .filter(isTelling);

/** What makes a password weak, in the order in which it is told where two weigh the same. */
export const passwordWeaknesses = [
  "passwordSequence",
  "passwordCommon",
  "passwordDate",
  "passwordContainsName",
] as const;
export type PasswordWeakness = (typeof passwordWeaknesses)[number];

const weaknessOfPattern: Readonly<Record<string, PasswordWeakness>> = {
  spatial: "passwordSequence",
  sequence: "passwordSequence",
  repeat: "passwordSequence",
  dictionary: "passwordCommon",
  wordSequence: "passwordCommon",
  date: "passwordDate",
  regex: "passwordDate",
};

/** How far a password stands: the guesses of its strongest piece, and what is wrong with one that is too weak. */
export interface PasswordStrength {
  readonly guessesLog10: number;
  /** Absent for a password that is strong enough. */
  readonly weakness?: PasswordWeakness;
  /** Part of it that is a name of its owner, where that is the weakness. */
  readonly word: string;
}

/** Judges a password by its pieces: one that is strong makes the whole strong. */
export function strengthOf(password: string, names: readonly string[], estimate: GuessEstimator): PasswordStrength {
  let strongest: GuessEstimate = { guessesLog10: -1, sequence: [] };
  for (let start = 0; start < password.length; start += pieceLength) {
    const piece = estimate(password.slice(start, start + pieceLength), names);
    if (piece.guessesLog10 > strongest.guessesLog10) strongest = piece;
    if (strongest.guessesLog10 >= passwordGuessesLog10) return { guessesLog10: strongest.guessesLog10, word: "" };
  }
  const { guessesLog10, sequence } = strongest;
  const own = sequence.find(({ dictionaryName }) => dictionaryName === "userInputs");
  return { guessesLog10, weakness: heaviest(strongest), word: own?.token ?? "" };
}

/** The weakness that most characters share. */
function heaviest({ sequence }: GuessEstimate): PasswordWeakness {
  const weights = passwordWeaknesses.map((weakness) =>
    sequence.reduce((sum, { pattern, token, dictionaryName }) => {
      const found = dictionaryName === "userInputs" ? "passwordContainsName" : weaknessOfPattern[pattern];
      return found === weakness ? sum + token.length : sum;
    }, 0),
  );
  return passwordWeaknesses[weights.indexOf(Math.max(...weights))] ?? "passwordCommon";
}
