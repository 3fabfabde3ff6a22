import type { InstallationSecret } from "../config/installation-secret.ts";
import { type RowSeals, rowSeals } from "../seals/row-seals.ts";
import { type AccessTokens, accessTokens } from "./access-token.ts";
import { type KeyRing, openKeyRing } from "./key-ring.ts";
import { type PasswordHasher, passwordHasher } from "./password-hash.ts";
import { assertStrongSecret } from "./strong-secret.ts";

/** All services built on the installation's keys, made once per node. */
export interface InstallationKeys {
  readonly ring: KeyRing;
  readonly tokens: AccessTokens;
  readonly passwords: PasswordHasher;
  readonly seals: RowSeals;
}

const known = new WeakMap<InstallationSecret, InstallationKeys>();

/**
 * The keys of an installation. Refuses a secret that is weak or published. While `previous` is set, tokens and sealed
 * values made with it are still read, so that rotation ends no session.
 */
export function installationKeys(secret: InstallationSecret): InstallationKeys {
  const made = known.get(secret);
  if (made) return made;
  const secrets = [secret.current, ...(secret.previous === undefined ? [] : [secret.previous])];
  for (const each of secrets) assertStrongSecret(each);
  const ring = openKeyRing(secrets);
  const keys = { ring, tokens: accessTokens(ring), passwords: passwordHasher(ring), seals: rowSeals(ring) };
  known.set(secret, keys);
  return keys;
}
