/** Card schemes distinguished at checkout. */
export type CardScheme = "visa" | "mastercard" | "amex" | "jcb" | "unionpay" | "discover" | "diners";

/** First digits and lengths of a scheme's card numbers (ISO/IEC 7812-1). */
export interface SchemeRange<S extends string = string> {
  readonly scheme: S;
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
}

/** In matching order. */
export const schemeRanges: readonly SchemeRange<CardScheme>[] = [
  { scheme: "amex", prefix: /^3[47]/, lengths: [15] },
  { scheme: "diners", prefix: /^3(?:0[0-5]|[689])/, lengths: [14, 16, 17, 18, 19] },
  { scheme: "jcb", prefix: /^35/, lengths: [16, 17, 18, 19] },
  { scheme: "visa", prefix: /^4/, lengths: [13, 16, 19] },
  { scheme: "mastercard", prefix: /^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16] },
  { scheme: "unionpay", prefix: /^62/, lengths: [16, 17, 18, 19] },
  { scheme: "discover", prefix: /^6(?:011|4[4-9]|5)/, lengths: [16, 17, 18, 19] },
];

/** Ranges of further schemes: not offered, but card numbers. */
export const otherRanges: readonly SchemeRange[] = [
  {
    scheme: "maestro",
    prefix: /^(?:50(?:18|20|38)|5[678]|6(?:304|759|76[1-3]|77))/,
    lengths: [13, 14, 15, 16, 17, 18, 19],
  },
  { scheme: "mir", prefix: /^220[0-4]/, lengths: [16, 17, 18, 19] },
  { scheme: "rupay", prefix: /^(?:508|6[05]|81|82)/, lengths: [16] },
  { scheme: "verve", prefix: /^(?:506[01]|507[89])/, lengths: [16, 18, 19] },
  { scheme: "unionpay", prefix: /^81/, lengths: [16, 17, 18, 19] },
  { scheme: "elo", prefix: /^(?:5067|6(?:27780|3629[78]|363368))/, lengths: [16] },
  { scheme: "troy", prefix: /^9792/, lengths: [16] },
  { scheme: "dankort", prefix: /^5019/, lengths: [16] },
];
