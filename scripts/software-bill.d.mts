export interface Lock {
  readonly name?: string;
  readonly version?: string;
  readonly packages: Readonly<Record<string, object>>;
}
export interface BilledPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string | null;
  readonly integrity: string | null;
  readonly isBuildOnly: boolean;
}
export const billPath: string;
export const licencesPath: string;
export function packagesOf(lock: Lock): BilledPackage[];
export function isAllowed(licence: string | null): boolean;
export function billText(lock: Lock): string;
export function licencesText(lock: Lock): string;
