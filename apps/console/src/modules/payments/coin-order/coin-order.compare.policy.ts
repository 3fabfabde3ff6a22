/** What of an hour's declines is compared: how many now, and how many in the same hour of so many days before. */
export interface DeclineComparison {
  readonly count: number;
  readonly usualCount: number;
  readonly usualDays: number;
}

/** How many are usual in that hour; null where there are no days to compare with. */
export const usualOf = ({ usualCount, usualDays }: DeclineComparison): number | null =>
  usualDays === 0 ? null : usualCount / usualDays;

/** Whether there are more than chance brings about: beyond two standard deviations of a Poisson distribution, and one. */
export const isUnusual = (compared: DeclineComparison): boolean => {
  const usual = usualOf(compared);
  return usual !== null && compared.count > usual + 2 * Math.sqrt(usual) + 1;
};

/** A mean as people read it: whole from ten on, with one digit below, and nothing where that digit would be none. */
export const meanText = (mean: number): string =>
  mean >= 10 ? String(Math.round(mean)) : mean < 0.05 ? "0" : mean.toFixed(1);
