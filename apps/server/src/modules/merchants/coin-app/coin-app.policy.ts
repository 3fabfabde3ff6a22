import { namedScopes } from "@countinghouse/contract/integration/open-api/open-operation.ts";
/** Addresses of payers' returns and of notifications: those of a live key must be on the internet. */
export const addressFields = ["returnUrl", "cancelUrl", "notifyUrl"] as const;
type Addresses = { readonly [Name in (typeof addressFields)[number]]?: string | null | undefined };

/** The first address that a live key must not use, as `isPublic` judges it. */
export const firstPrivateAddress = (
  addresses: Addresses,
  isPublic: (address: string) => boolean,
): (typeof addressFields)[number] | undefined =>
  addressFields.find((name) => {
    const address = addresses[name];
    return typeof address === "string" && !isPublic(address);
  });

interface StoredKey {
  readonly isEnabled: boolean;
  readonly expireTime: string | null;
  readonly secretSealed: string | null;
  readonly previousSealed: string | null;
  readonly previousUntil: string | null;
}

/** Whether a key accepts calls at an instant. */
export const takesCalls = (key: StoredKey, appStatus: string, now: string): boolean =>
  appStatus === "enabled" && key.isEnabled && key.secretSealed !== null && (key.expireTime ?? "9999") > now;

/** The encrypted secrets that may sign a call at an instant, the current one first. */
export const acceptedSecrets = ({ secretSealed, previousSealed, previousUntil }: StoredKey, now: string): string[] => [
  ...(secretSealed === null ? [] : [secretSealed]),
  ...(previousSealed !== null && previousUntil !== null && previousUntil > now ? [previousSealed] : []),
];

/** The users who created the secrets in force at an instant, as far as recorded. */
export const makersOf = (
  {
    secretUserId,
    previousUserId,
    ...key
  }: StoredKey & { readonly secretUserId: number | null; readonly previousUserId: number | null },
  now: string,
): number[] => [secretUserId, acceptedSecrets(key, now).length > 1 ? previousUserId : null].filter((id) => id !== null);

/** Whether a key's scopes allow a call; no scopes allow all calls except those that must be granted by name. */
export const isInScope = ({ scopes }: { readonly scopes: readonly string[] }, scope: string): boolean =>
  scopes.length === 0 ? !namedScopes.includes(scope) : scopes.includes(scope);

/** Context of a secret's encryption: it cannot be decrypted for another key. */
export const secretBinding = (appKey: string): string => `app-key:${appKey}`;

/** Interval between recorded uses of a key, in milliseconds. */
export const lastUsedStepMs = 60_000;

/** Whether to record a use: the last recorded one is a minute old. */
export const isUseDue = (lastUsedTime: string | null, now: Date): boolean =>
  lastUsedTime === null || now.getTime() - Date.parse(lastUsedTime) >= lastUsedStepMs;
