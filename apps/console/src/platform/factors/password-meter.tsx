import { fill } from "@countinghouse/contract/kit/locale.ts";
import {
  type GuessEstimator,
  namePartsOf,
  passwordGuessesLog10,
  strengthOf,
} from "@countinghouse/contract/platform/password-strength.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { loadGuessEstimator } from "./guess-estimator.ts";
import "./password-meter.css";
import { passwordMeterMessages } from "./password-meter.messages.ts";

/** Number of guesses, as a power of ten, at which the bar is full. */
const fullLog10 = 16;

interface PasswordMeterProps {
  readonly password: string;
  /** The owner's names, as far as known here; the server knows more. */
  readonly names?: readonly string[];
}

/** Strength of a new password while typing, with its weakness. The server uses the same estimate. */
export function PasswordMeter({ password, names = [] }: PasswordMeterProps) {
  const words = useWords(passwordMeterMessages);
  const { refusals } = useWords(sysAuth);
  const estimate = useEstimator(password !== "");
  const typed = useDeferredValue(password);
  const known = names.join("\n");
  const strength = useMemo(
    () =>
      estimate && typed !== ""
        ? strengthOf(typed.normalize("NFKC"), namePartsOf(known.split("\n")), estimate)
        : undefined,
    [estimate, typed, known],
  );
  if (!strength) return null;
  const { guessesLog10, weakness, word } = strength;
  const level = weakness ? words.weak : guessesLog10 < passwordGuessesLog10 + 4 ? words.strong : words.veryStrong;
  const share = Math.max(4, Math.min(100, (guessesLog10 / fullLog10) * 100));
  return (
    <div className="ch-strength" data-strong={weakness ? undefined : ""}>
      <div aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </div>
      <p role="status">
        <b>{level}</b>
        {weakness ? ` · ${fill(refusals[weakness] ?? "", { word })}` : null}
      </p>
    </div>
  );
}

/** The estimator, loaded on first input; without it no meter is shown, because the server decides. */
function useEstimator(isWanted: boolean): GuessEstimator | undefined {
  const [estimator, setEstimator] = useState<{ readonly estimate: GuessEstimator }>();
  useEffect(() => {
    let isGone = false;
    if (isWanted)
      void loadGuessEstimator().then(
        (estimate) => isGone || setEstimator({ estimate }),
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [isWanted]);
  return estimator?.estimate;
}
