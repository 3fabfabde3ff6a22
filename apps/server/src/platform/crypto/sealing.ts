import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { KeyRing } from "./key-ring.ts";

const version = "v1";
const ivBytes = 12;
const tagBytes = 16;

const encrypt = (key: Buffer, plain: string, binding: string): Buffer => {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(Buffer.from(binding, "utf8"));
  return Buffer.concat([iv, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
};

const decrypt = (key: Buffer, sealed: Buffer, binding: string): string => {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(binding, "utf8"));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  return Buffer.concat([
    decipher.update(sealed.subarray(ivBytes, sealed.length - tagBytes)),
    decipher.final(),
  ]).toString("utf8");
};

/**
 * Encrypts a secret for storage with AES-256-GCM: `v1.<key id>.<base64url>`. `binding` names the place, such as
 * `totp:17`, and is authenticated, so that a ciphertext cannot be moved to another row.
 */
export function seal(ring: KeyRing, plain: string, binding: string): string {
  const { id, key } = ring.active("sealing");
  return `${version}.${id}.${encrypt(key, plain, binding).toString("base64url")}`;
}

/** Decrypts the output of {@link seal}. Throws when it was altered or moved, or its key was retired. */
export function open(ring: KeyRing, sealed: string, binding: string): string {
  const [mark, id = "", body = ""] = sealed.split(".");
  const named = mark === version ? ring.named("sealing", id) : undefined;
  if (!named) throw new Error(`no key ${id} for a sealed value of ${binding}`);
  return decrypt(named.key, Buffer.from(body, "base64url"), binding);
}

/** Whether a sealed value should be re-encrypted because a newer key is in use. */
export const isSealedByOldKey = (ring: KeyRing, sealed: string): boolean =>
  sealed.split(".")[1] !== ring.active("sealing").id;

const keyOf = (word: string): Buffer =>
  Buffer.from(hkdfSync("sha256", word, "countinghouse/v1", "sealed-under-secret", 32));

/** Encrypts under a random secret that is not stored: only a caller that presents `word` again can decrypt it. */
export const sealUnder = (word: string, plain: string): string =>
  encrypt(keyOf(word), plain, "under-secret").toString("base64url");

/** Decrypts the output of {@link sealUnder} made with the same `word`. */
export const openUnder = (word: string, sealed: string): string =>
  decrypt(keyOf(word), Buffer.from(sealed, "base64url"), "under-secret");
