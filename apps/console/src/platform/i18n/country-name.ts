/** A country's name in a language, given its code of ISO 3166-1; the code itself where the browser knows no name. */
export function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}
