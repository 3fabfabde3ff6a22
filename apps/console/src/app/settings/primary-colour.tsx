import { fill } from "@countinghouse/contract/kit/locale.ts";
import { isHexColour, normalHex } from "@countinghouse/ui/theme/colour.ts";
import { canBePrimary, whiteOn } from "@countinghouse/ui/theme/ladder.ts";
import { useEffect, useId, useState } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import { changeSettings, useSettings } from "../../platform/theme/settings.ts";
import { settingsMessages } from "./settings.messages.ts";

/** Suggested colours on which white text is readable. */
const swatches = ["#3B72AA", "#0F6E6E", "#4E5BA6", "#6B4FA0", "#8A4B2A", "#3E5C3A", "#44546A"] as const;

/** Primary colour: a suggestion, or any colour on which white text is readable. Others are refused with the reason. */
export function PrimaryColour() {
  const words = useWords(settingsMessages);
  const primary = useSettings((settings) => settings.primary);
  const [typed, setTyped] = useState(primary);
  const id = useId();
  useEffect(() => setTyped(primary), [primary]);
  const pick = (colour: string) => {
    setTyped(colour);
    if (isHexColour(colour) && canBePrimary(normalHex(colour))) changeSettings({ primary: normalHex(colour) });
  };
  const verdict = verdictOn(typed);
  const ratio = isHexColour(typed) ? whiteOn(normalHex(typed)).toFixed(2) : "";
  return (
    <>
      <div role="radiogroup" aria-label={words.primary} className="swatches">
        {swatches.map((colour) => (
          <label key={colour} style={{ background: colour }} data-on={colour === primary ? "" : undefined}>
            <input
              type="radio"
              name="primary"
              className="ch-sr"
              checked={colour === primary}
              onChange={() => pick(colour)}
            />
            <span className="ch-sr">{fill(words.swatch, { colour })}</span>
          </label>
        ))}
      </div>
      <div className="set-hex">
        <div className="ch-input">
          <input
            type="color"
            aria-label={words.picker}
            value={isHexColour(typed) ? normalHex(typed) : primary}
            onChange={(event) => pick(event.target.value.toUpperCase())}
          />
          <input
            className="ch-mono"
            aria-label={words.hex}
            aria-describedby={id}
            aria-invalid={verdict !== "passes" || undefined}
            value={typed}
            maxLength={7}
            spellCheck={false}
            onChange={(event) => pick(event.target.value)}
          />
        </div>
        <span id={id} role="status" data-verdict={verdict}>
          {fill(words[verdict], { ratio })}
        </span>
      </div>
    </>
  );
}

function verdictOn(typed: string): "passes" | "fails" | "malformed" {
  if (!isHexColour(typed)) return "malformed";
  return canBePrimary(normalHex(typed)) ? "passes" : "fails";
}
