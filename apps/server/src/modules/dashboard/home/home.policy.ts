import type { SetUpStep } from "@countinghouse/contract/dashboard/home/home.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";

/** Setup steps for an account's rank, in the recommended order. */
export function stepsOf(accountType: number): readonly SetUpStep[] {
  if (accountType === AccountType.SuperAdmin)
    return ["secondFactor", "secondAdministrator", "secondPerson", "siteTitle", "operator", "notice"];
  if (accountType === AccountType.SysAdmin)
    return ["secondFactor", "secondAdministrator", "secondPerson", "operator", "notice"];
  return ["secondFactor"];
}

/** Monday and Sunday of the week a day, `YYYY-MM-DD`, is in (ISO 8601). */
export function weekOf(day: string): { readonly monday: string; readonly sunday: string } {
  const noon = new Date(`${day}T12:00:00.000Z`);
  const sinceMonday = (noon.getUTCDay() + 6) % 7;
  return { monday: plusDays(noon, -sinceMonday), sunday: plusDays(noon, 6 - sinceMonday) };
}

const plusDays = (from: Date, count: number): string =>
  new Date(from.getTime() + count * 86_400_000).toISOString().slice(0, 10);

/** The day, `YYYY-MM-DD`, an instant falls on in a zone. */
export const dayIn = (timeZone: string, instant: Date): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(instant);

/** The number of a PostgreSQL release without what its packager appended: `18.4 (Debian 18.4-1)` is `18.4`. */
export const releaseOf = (version: string): string => version.split(" ", 1)[0] ?? version;
