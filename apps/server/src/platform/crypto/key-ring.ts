import { hkdfSync } from "node:crypto";
import { sha256 } from "./digest.ts";

/** What a derived key is for; two purposes never share a key. */
export type KeyPurpose = "access-token" | "sealing" | "password-pepper" | "short-secret";

/** A derived key and the name by which stored values refer to it. */
export interface NamedKey {
  readonly id: string;
  readonly key: Buffer;
}

/** Keys derived from the installation's secrets; none is stored anywhere. */
export interface KeyRing {
  /** The key for new values. */
  active(purpose: KeyPurpose): NamedKey;
  /** The key a stored value names; undefined when its secret was retired. */
  named(purpose: KeyPurpose, id: string): NamedKey | undefined;
  /** Every key that is still good for reading, the active one first. */
  all(purpose: KeyPurpose): readonly NamedKey[];
}

/** Which keys to derive. */
export interface KeyRingOptions {
  /** Installation secrets, the one in use first. */
  readonly secrets: readonly string[];
  /**
   * `COUNTINGHOUSE_TOKEN_EPOCHS`: numbers of the access-token keys, the signing one first, such as `[2, 1]`. Putting a
   * new number in front rotates the key without ending a session; leaving an old one out ends what it signed.
   */
  readonly tokenEpochs?: readonly number[];
}

const salt = "countinghouse/v1";

const derive = (secret: string, info: string): NamedKey => {
  const key = Buffer.from(hkdfSync("sha256", secret, salt, info, 32));
  // The name is taken from a second derivation, so that it says nothing of the key.
  const id = sha256(Buffer.from(hkdfSync("sha256", secret, salt, `${info}/id`, 32)).toString("hex")).slice(0, 12);
  return { id, key };
};

/** Derives the keys of every purpose by HKDF-SHA-256 (RFC 5869). */
export function openKeyRing({ secrets, tokenEpochs = [1] }: KeyRingOptions): KeyRing {
  const [first] = tokenEpochs;
  if (secrets.length === 0 || first === undefined) throw new Error("a key ring needs a secret and a token epoch");
  const plain = (purpose: KeyPurpose) => secrets.map((secret) => derive(secret, purpose));
  const keys: Readonly<Record<KeyPurpose, readonly NamedKey[]>> = {
    "access-token": secrets.flatMap((secret) => tokenEpochs.map((epoch) => derive(secret, `access-token/${epoch}`))),
    sealing: plain("sealing"),
    "password-pepper": plain("password-pepper"),
    "short-secret": plain("short-secret"),
  };
  return {
    active: (purpose) => keys[purpose][0] as NamedKey,
    named: (purpose, id) => keys[purpose].find((key) => key.id === id),
    all: (purpose) => keys[purpose],
  };
}

/** Reads `COUNTINGHOUSE_TOKEN_EPOCHS`: whole numbers separated by commas; `1` when unset. */
export function tokenEpochsFrom(text: string | undefined): readonly number[] {
  if (text === undefined || text.trim() === "") return [1];
  const epochs = text.split(",").map((part) => Number(part.trim()));
  if (epochs.some((epoch) => !Number.isInteger(epoch) || epoch < 1 || epoch > 1_000_000) || new Set(epochs).size !== epochs.length) {
    throw new Error(`COUNTINGHOUSE_TOKEN_EPOCHS is “${text}”, but holds different whole numbers such as 2,1`);
  }
  return epochs;
}
