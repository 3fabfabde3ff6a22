/** By how much a figure changed: tenths of a per cent; null where there was nothing before. */
export function growthOf(now: string | number, before: string | number): number | null {
  const [current, earlier] = [BigInt(now), BigInt(before)];
  if (earlier === 0n) return null;
  const size = earlier < 0n ? -earlier : earlier;
  const difference = current - earlier;
  const doubled = (difference < 0n ? -difference : difference) * 2000n + size;
  const tenths = Number(doubled / (size * 2n));
  return difference < 0n ? -tenths : tenths;
}

/** By how many tenths of a percentage point a rate of millionths changed; null where one of them is of nothing. */
export const pointsOf = (now: number | null, before: number | null | undefined): number | null =>
  now === null || before === null || before === undefined ? null : Math.round((now - before) / 1000);

/** A count of tenths or hundredths with its decimals: 664 tenths are 66.4. */
export function decimalText(count: number, places: 1 | 2): string {
  const digits = String(Math.abs(count)).padStart(places + 1, "0");
  return `${count < 0 ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
