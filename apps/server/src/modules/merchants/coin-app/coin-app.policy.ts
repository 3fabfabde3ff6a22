import { namedScopes } from "@countinghouse/contract/integration/open-api/open-operation.ts";
/** A live key sends payers and notifications over the internet. */
export const addressFields = ["returnUrl", "cancelUrl", "notifyUrl"] as const;
type Addresses = { readonly [Name in (typeof addressFields)[number]]?: string | null | undefined };

/** The first address that a live key must not use, by the caller's own judgement of addresses. */
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

/** Whether a key takes calls at an instant. */
export const takesCalls = (key: StoredKey, appStatus: string, now: string): boolean =>
  appStatus === "enabled" && key.isEnabled && key.secretSealed !== null && (key.expireTime ?? "9999") > now;

/** The sealed secrets that a call may be signed with at an instant, the present one first. */
export const acceptedSecrets = ({ secretSealed, previousSealed, previousUntil }: StoredKey, now: string): string[] => [
  ...(secretSealed === null ? [] : [secretSealed]),
  ...(previousSealed !== null && previousUntil !== null && previousUntil > now ? [previousSealed] : []),
];

/** Whoever made the secrets that a call may be signed with at an instant, as far as that is known. */
export const makersOf = (
  {
    secretUserId,
    previousUserId,
    ...key
  }: StoredKey & { readonly secretUserId: number | null; readonly previousUserId: number | null },
  now: string,
): number[] => [secretUserId, acceptedSecrets(key, now).length > 1 ? previousUserId : null].filter((id) => id !== null);

/** Whether a key's scopes let a call through; none means all of them but those that have to be named. */
export const isInScope = ({ scopes }: { readonly scopes: readonly string[] }, scope: string): boolean =>
  scopes.length === 0 ? !namedScopes.includes(scope) : scopes.includes(scope);

/** What a sealed secret is bound to: it opens for no other key. */
export const secretBinding = (appKey: string): string => `app-key:${appKey}`;

/** How often the last use of a key is written down. */
export const lastUsedStepMs = 60_000;

/** Whether a use is to be written down: the last one noted is a minute old. */
export const isUseDue = (lastUsedTime: string | null, now: Date): boolean =>
  lastUsedTime === null || now.getTime() - Date.parse(lastUsedTime) >= lastUsedStepMs;
