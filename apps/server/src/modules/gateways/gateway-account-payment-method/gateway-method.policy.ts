/** What stands above a method of an account. Empty lists narrow nothing. */
export interface ParentLimits {
  readonly currencies: readonly string[];
  readonly offeredCurrencies: readonly string[];
  readonly offeredCountries: readonly string[];
}

const outside = (wanted: readonly string[], allowed: readonly string[]): string[] =>
  allowed.length === 0 ? [] : wanted.filter((one) => !allowed.includes(one));

/** What a method would take that its account or the provider does not, each once. */
export const beyondParentLimits = (
  { currencies, countries }: { readonly currencies: readonly string[]; readonly countries: readonly string[] },
  reach: ParentLimits,
): readonly string[] => [
  ...new Set([
    ...outside(currencies, reach.currencies),
    ...outside(currencies, reach.offeredCurrencies),
    ...outside(countries, reach.offeredCountries),
  ]),
];
