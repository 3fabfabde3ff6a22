/** A colour in OKLCH: lightness 0–1, chroma, hue in degrees. Equal steps of lightness look equal to the eye. */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

type Triple = readonly [number, number, number];

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
const fromLinear = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

/** Whether the text is a colour of six hex digits, with or without `#`. */
export const isHexColour = (text: string): boolean => /^#?[0-9a-f]{6}$/i.test(text.trim());

/** `#RRGGBB` in capitals. Takes what {@link isHexColour} accepts. */
export const normalHex = (text: string): string => `#${text.trim().replace("#", "").toUpperCase()}`;

const channels = (hex: string): Triple => {
  const value = Number.parseInt(hex.replace("#", ""), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
};

/** Relative luminance, 0 to 1 (WCAG 2.2). */
const luminance = (hex: string): number => {
  const [r, g, b] = channels(hex).map(toLinear) as unknown as Triple;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Converts `#RRGGBB` to OKLCH (Ottosson's OKLab). */
export function hexToOklch(hex: string): Oklch {
  const [r, g, b] = channels(hex).map(toLinear) as unknown as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const labA = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const labB = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = (Math.atan2(labB, labA) * 180) / Math.PI;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(labA, labB),
    h: hue < 0 ? hue + 360 : hue,
  };
}

function linearOf({ l, c, h }: Oklch): Triple {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
}

const fitsScreen = (colour: Oklch): boolean =>
  linearOf(colour).every((channel) => channel > -0.0005 && channel < 1.0005);

/** Converts OKLCH to `#RRGGBB`; what no screen shows is brought in by lowering the chroma, never the lightness. */
export function oklchToHex(colour: Oklch): string {
  let fitted = { ...colour, l: Math.min(1, Math.max(0, colour.l)) };
  for (let step = 0; step < 32 && !fitsScreen(fitted); step += 1) fitted = { ...fitted, c: fitted.c * 0.94 };
  const digits = linearOf(fitted).map((channel) =>
    Math.round(fromLinear(Math.min(1, Math.max(0, channel))) * 255)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${digits.join("").toUpperCase()}`;
}
