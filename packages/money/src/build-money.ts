import { type Money, money } from "./money.ts";

const inMinor =
  (code: string) =>
  (amountMinor: number): Money => {
    if (!Number.isSafeInteger(amountMinor)) throw new RangeError(`Not whole minor units: ${amountMinor}`);
    return money(BigInt(amountMinor), code);
  };

/** US dollars from a literal of cents, for tests and seeds: `usd(12_34)` is 12.34. Refuses fractions of a cent. */
export const usd = inMinor("USD");

/** Euros from a literal of cents, for tests and seeds. */
export const eur = inMinor("EUR");

/** Renminbi from a literal of fen, for tests and seeds. */
export const cny = inMinor("CNY");

/** Yen from a literal, for tests and seeds: the yen has no minor unit, `jpy(1_050)` is 1,050. */
export const jpy = inMinor("JPY");

/** Kuwaiti dinars from a literal of fils, for tests and seeds: `kwd(12_345)` is 12.345. */
export const kwd = inMinor("KWD");
