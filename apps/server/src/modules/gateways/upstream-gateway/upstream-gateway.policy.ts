import type { CredentialField } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";

/** Name of every account's webhook secret. */
export const webhookSecretName = "webhookSecret";

/** A connector's required credentials that a provider's list lacks. */
export const missingFrom = (given: readonly CredentialField[], asked: readonly CredentialField[]): readonly string[] =>
  asked
    .filter(({ name, isRequired }) => isRequired && !given.some((one) => one.name === name && one.isRequired))
    .map(({ name }) => name);

/** The first credential name used twice, or reserved for every account. */
export function repeatedIn(given: readonly CredentialField[]): string | undefined {
  const names = [webhookSecretName, ...given.map(({ name }) => name)];
  return names.find((name, at) => names.indexOf(name) !== at);
}
