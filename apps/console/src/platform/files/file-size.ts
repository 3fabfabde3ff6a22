const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A file size as text: `1.2 MB`. */
export function sizeIn(language: string, bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const maximumFractionDigits = value < 10 && unit > 0 ? 1 : 0;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[unit] ?? "byte",
    unitDisplay: "short",
    maximumFractionDigits,
  }).format(value);
}
