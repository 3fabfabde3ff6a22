import "./cells.css";
/** Colour family of a state; colour is never its only sign. */
export type ChipTone = "neutral" | "info" | "progress" | "success" | "warning" | "danger" | "accent";

/** How the dot is drawn: reached, partial, ended without effect, in progress. */
export type ChipShape = "filled" | "half" | "hollow" | "turning";

interface StatusChipProps {
  readonly text: string;
  readonly tone?: ChipTone;
  readonly shape?: ChipShape;
  /** Without its fill, for a second state in one row. */
  readonly isFlat?: boolean;
}

/** A status: a dot whose shape and colour carry the meaning, and its label. */
export const StatusChip = ({ text, tone = "neutral", shape = "filled", isFlat = false }: StatusChipProps) => (
  <span className={`ch-chip ch-tone-${tone}${isFlat ? " ch-chip-flat" : ""}`}>
    <span className={`ch-dot ch-dot-${shape}`} aria-hidden="true" />
    <span className="ch-cut">{text}</span>
  </span>
);
