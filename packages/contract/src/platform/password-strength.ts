/** An estimate (zxcvbn): the number of guesses, and the matched parts. */
export interface GuessEstimate {
  /** Power of ten. */
  readonly guessesLog10: number;
  readonly sequence: readonly {
    readonly pattern: string;
    readonly token: string;
    readonly dictionaryName?: string;
  }[];
}

/** Estimates a text; `names` are words related to its owner. */
export type GuessEstimator = (text: string, names: readonly string[]) => GuessEstimate;

/** Required guesses as a power of ten: beyond what is feasible against a stolen hash. */
export const passwordGuessesLog10 = 10;

/** Longer passwords are estimated in pieces of this many characters, because the time grows faster than the length. */
const pieceLength = 32;

/** Shorter names occur in other words by chance. */
const isTelling = (name: string): boolean => name.length >= (/^[\p{ASCII}]*$/u.test(name) ? 4 : 2);

/** Parts of a user's names that a password must not contain, in lower case. */
export const namePartsOf = (names: readonly string[]): string[] =>
  names
    .flatMap((name) =>
      name
        .normalize("NFKC")
        .toLowerCase()
        .split(/[\s.@_-]+/),
    )
    .filter(isTelling);

/** Weaknesses of a password, in order of precedence. */
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

/** Strength of a password: the guesses of its strongest piece, and the weakness of one that is too weak. */
export interface PasswordStrength {
  readonly guessesLog10: number;
  /** Absent for a password that is strong enough. */
  readonly weakness?: PasswordWeakness;
  /** The owner's name in it, where that is the weakness. */
  readonly word: string;
}

/** Judges a password by its pieces: one strong piece suffices. */
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

/** The weakness that affects most characters. */
function heaviest({ sequence }: GuessEstimate): PasswordWeakness {
  const weights = passwordWeaknesses.map((weakness) =>
    sequence.reduce((sum, { pattern, token, dictionaryName }) => {
      const found = dictionaryName === "userInputs" ? "passwordContainsName" : weaknessOfPattern[pattern];
      return found === weakness ? sum + token.length : sum;
    }, 0),
  );
  return passwordWeaknesses[weights.indexOf(Math.max(...weights))] ?? "passwordCommon";
}
