/** Colours of a payment page, each as `#rrggbb`. */
export interface BrandColours {
  /** Header and button. */
  readonly fill: string;
  /** Text on the fill: contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3). */
  readonly text: string;
  /**
   * Lines and marks in the brand colour, on light and dark backgrounds: contrast of at least 3 to 1 (WCAG 2.2,
   * 1.4.11).
   */
  readonly lineOnLight: string;
  readonly lineOnDark: string;
}

/** Backgrounds of the page, light and dark. */
export const pageBackgrounds = { light: "#ffffff", dark: "#151c25" } as const;

type Channels = readonly [number, number, number];

const channelsOf = (colour: string): Channels => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return [r, g, b];
};

const each = ([r, g, b]: Channels, made: (channel: number, at: 0 | 1 | 2) => number): Channels => [
  made(r, 0),
  made(g, 1),
  made(b, 2),
];

const hexOf = (channels: Channels): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance of sRGB, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [r, g, b] = each(channelsOf(colour), (channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const mixed = (colour: string, toward: string, share: number): string => {
  const to = channelsOf(toward);
  return hexOf(each(channelsOf(colour), (channel, at) => channel + (to[at] - channel) * share));
};

/** The colour, or its nearest shade with enough contrast on a background. */
function seenOn(ground: string, colour: string): string {
  const toward = ground === pageBackgrounds.light ? "#000000" : "#ffffff";
  for (let step = 0; step <= 20; step += 1) {
    const shade = mixed(colour, toward, step / 20);
    if (contrast(shade, ground) >= 3) return shade;
  }
  return toward;
}

/** The page's colours for a merchant's brand colour. Any colour works: black or white text is always readable on it. */
export function brandColoursOf(colour: string): BrandColours {
  const text = contrast(colour, "#ffffff") >= 4.5 ? "#ffffff" : "#000000";
  return {
    fill: colour,
    text,
    lineOnLight: seenOn(pageBackgrounds.light, colour),
    lineOnDark: seenOn(pageBackgrounds.dark, colour),
  };
}

/** Default colour of a merchant without one. */
export const ownColour = "#24527f";
