/** Regions known to browsers that are not in ISO 3166-1. */
const noCountries = ["AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "XK", "ZZ"];
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Codes of ISO 3166-1 known to this browser; replaced ones resolve to another. */
let known: readonly string[] | undefined;
function countryCodes(): readonly string[] {
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const isCountry = (code: string) =>
    !noCountries.includes(code) && names.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code;
  known ??= letters.flatMap((first) => letters.map((second) => `${first}${second}`)).filter(isCountry);
  return known;
}

/** Every country with its name in a language, by name. */
export const countryChoices = (locale: string): { readonly value: string; readonly label: string }[] =>
  countryCodes()
    .map((code) => ({ value: code, label: `${countryName(code, locale)} · ${code}` }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));

/** A country's name in a language, given its code of ISO 3166-1; the code itself where the browser knows no name. */
export function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}
