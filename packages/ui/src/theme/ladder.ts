import { contrast, hexToOklch, normalHex, type Oklch, oklchToHex } from "./colour.ts";

/** Steps of the primary scale, light to dark; 500 is the colour itself. */
export const ladderSteps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900] as const;
export type LadderStep = (typeof ladderSteps)[number];
export type Ladder = Readonly<Record<LadderStep, string>>;

/** Colour of the product when nobody picked another. */
export const defaultPrimary = "#3B72AA";

/** Least contrast of text (WCAG 2.2, 1.4.3). */
export const leastTextContrast = 4.5;

const surfaces = {
  light: ["#FFFFFF", "#F6F7F9", "#F1F3F6", "#EDF2F7"],
  dark: ["#151C25", "#0E131A", "#1B242F", "#202B37"],
} as const;

/** The hand-tuned scale of the default colour; other scales take their rhythm from it. */
const model: Ladder = {
  50: "#F2F6FB",
  100: "#E3EDF6",
  200: "#C5D9EC",
  300: "#9BBEDE",
  400: "#6A9ACA",
  500: defaultPrimary,
  600: "#2F6399",
  700: "#28527F",
  800: "#213F61",
  900: "#182E47",
};
const modelMiddle = hexToOklch(model[500]);
const modelTop = hexToOklch(model[50]);
/** Below this lightness a darker hover can no longer be told apart, so hover and pressed go lighter instead. */
const tooDarkToDarken = 0.28;

/** Contrast of white text on a filled button of this colour. */
export const whiteOn = (primary: string): number => contrast("#FFFFFF", primary);

/** Whether a colour can be the primary one: white text on it must be readable. */
export const canBePrimary = (primary: string): boolean => whiteOn(primary) >= leastTextContrast;

function stepOf(step: LadderStep, picked: Oklch): string {
  const reference = hexToOklch(model[step]);
  const chroma = modelMiddle.c === 0 ? 0 : (picked.c * reference.c) / modelMiddle.c;
  if (reference.l > modelMiddle.l) {
    const share = (reference.l - modelMiddle.l) / (modelTop.l - modelMiddle.l);
    return oklchToHex({ l: picked.l + share * (modelTop.l - picked.l), c: chroma, h: picked.h });
  }
  const ratio = reference.l / modelMiddle.l;
  const l = picked.l < tooDarkToDarken ? picked.l + (1 - ratio) * 0.35 : picked.l * ratio;
  return oklchToHex({ l, c: chroma, h: picked.h });
}

/** The ten steps of a primary colour, with the lightness rhythm of the default scale. */
export function ladderOf(primary: string): Ladder {
  const hex = normalHex(primary);
  if (hex === defaultPrimary) return model;
  const picked = hexToOklch(hex);
  return Object.fromEntries(
    ladderSteps.map((step) => [step, step === 500 ? hex : stepOf(step, picked)]),
  ) as unknown as Ladder;
}

/** Colours that follow from the primary one in one theme. */
export interface PrimaryColours {
  readonly ladder: Ladder;
  readonly link: string;
  readonly focus: string;
  readonly selected: string;
  readonly edge: string;
}

const readable = (candidates: readonly string[], grounds: readonly string[]): string => {
  const reach = (colour: string) => Math.min(...grounds.map((ground) => contrast(colour, ground)));
  const first = candidates.find((colour) => reach(colour) >= leastTextContrast);
  return first ?? candidates.reduce((best, colour) => (reach(colour) > reach(best) ? colour : best));
};

/** Link, focus and selection of a primary colour: text takes the first step that can be read on every surface. */
export function primaryColours(primary: string, theme: "light" | "dark"): PrimaryColours {
  const ladder = ladderOf(primary);
  if (theme === "light") {
    const selected = ladder[100];
    const link = readable(
      [ladder[500], ladder[600], ladder[700], ladder[800], ladder[900]],
      [...surfaces.light, selected],
    );
    return { ladder, link, focus: link, selected, edge: "transparent" };
  }
  const { c, h } = hexToOklch(ladder[500]);
  const selected = oklchToHex({ l: 0.303, c: Math.min(0.05, c * 0.5), h });
  const link = readable([ladder[400], ladder[300], ladder[200], ladder[100]], [...surfaces.dark, selected]);
  return { ladder, link, focus: link, selected, edge: ladder[400] };
}
