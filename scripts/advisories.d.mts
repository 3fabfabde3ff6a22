import type { Lock } from "./software-bill.mjs";

export interface Advisory {
  readonly package: string;
  readonly affected: string;
  readonly id: string;
  readonly cve?: string;
  /** When it was published or first read of, `YYYY-MM`. */
  readonly month: string;
  readonly about: string;
  readonly source: string;
}
export interface AdvisoryList {
  /** The day on which the list was last looked through. */
  readonly asOf: string;
  readonly source: string;
  readonly advisories: readonly Advisory[];
}
export const advisoriesPath: string;
export function compareVersions(a: string, b: string): number;
export function isAffected(version: string, range: string): boolean;
export function findings(lock: Lock, list: AdvisoryList): string[];
