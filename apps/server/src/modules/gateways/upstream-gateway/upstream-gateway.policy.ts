import type { CredentialField } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";

/** The name under which every account keeps the secret of its notifications. */
export const webhookSecretName = "webhookSecret";

/** Credentials that a connector cannot do without and a provider's list leaves out. */
export const missingFrom = (given: readonly CredentialField[], asked: readonly CredentialField[]): readonly string[] =>
  asked
    .filter(({ name, isRequired }) => isRequired && !given.some((one) => one.name === name && one.isRequired))
    .map(({ name }) => name);

/** The first name that stands for two credentials, or for the one that every account has. */
export function repeatedIn(given: readonly CredentialField[]): string | undefined {
  const names = [webhookSecretName, ...given.map(({ name }) => name)];
  return names.find((name, at) => names.indexOf(name) !== at);
}
