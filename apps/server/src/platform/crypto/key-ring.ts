import { hkdfSync } from "node:crypto";
import { sha256 } from "./digest.ts";
import { secretFingerprint } from "./secret-fingerprint.ts";

/** Purpose of a derived key; two purposes never share a key. */
export type KeyPurpose =
  | "access-token"
  | "sealing"
  | "password-pepper"
  | "short-secret"
  | "client-token"
  | "card-fingerprint"
  | "beneficiary"
  | "ledger-seal"
  | "board-ticket"
  | "stock-client";

/** A derived key and the id by which stored values refer to it. */
export interface NamedKey {
  readonly id: string;
  readonly key: Buffer;
}

/** Keys derived from the installation's secrets; none is stored. */
export interface KeyRing {
  /** Fingerprints of the secrets, the current one first: an installation recognises its nodes by them. */
  readonly fingerprints: readonly string[];
  /** The key for new values. */
  active(purpose: KeyPurpose): NamedKey;
  /** The key that a stored value names; undefined when its secret was retired. */
  named(purpose: KeyPurpose, id: string): NamedKey | undefined;
  /** Every key still accepted for reading, the active one first. */
  all(purpose: KeyPurpose): readonly NamedKey[];
}

const purposes: readonly KeyPurpose[] = [
  "access-token",
  "sealing",
  "password-pepper",
  "short-secret",
  "client-token",
  "card-fingerprint",
  "beneficiary",
  "ledger-seal",
  "board-ticket",
  "stock-client",
];
const salt = "countinghouse/v1";

const derive = (secret: string, info: string): NamedKey => {
  const key = Buffer.from(hkdfSync("sha256", secret, salt, info, 32));
  // The key's id comes from a second derivation, so that it reveals nothing of the key.
  const id = sha256(Buffer.from(hkdfSync("sha256", secret, salt, `${info}/id`, 32)).toString("hex")).slice(0, 12);
  return { id, key };
};

/** Derives the keys of every purpose from the secrets by HKDF-SHA-256 (RFC 5869), the current secret first. */
export function openKeyRing(secrets: readonly string[]): KeyRing {
  if (secrets.length === 0) throw new Error("a key ring needs a secret");
  const keys = new Map(purposes.map((purpose) => [purpose, secrets.map((secret) => derive(secret, purpose))]));
  const all = (purpose: KeyPurpose): readonly NamedKey[] => keys.get(purpose) ?? [];
  return {
    fingerprints: secrets.map(secretFingerprint),
    active: (purpose) => all(purpose)[0] as NamedKey,
    named: (purpose, id) => all(purpose).find((key) => key.id === id),
    all,
  };
}
