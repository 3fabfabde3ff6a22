import { sm2 } from "sm-crypto-v2";
import { curveOrder } from "../../platform/config/stock-client-config.ts";
import type { KeyRing } from "../../platform/crypto/key-ring.ts";

/** Decrypts passwords that the client encrypts with SM2 (GB/T 32918.4, C1C3C2) under the public key of its build. */
export interface SealedPasswords {
  /** Public key for a client build, 130 hexadecimal digits. */
  readonly publicKey: string;
  /** The password; undefined where the text is no valid ciphertext. */
  open(ciphertext: unknown): string | undefined;
}

/** Length of the longest password's ciphertext, in hexadecimal digits. */
const longest = 2 * (1 + 64 + 32 + 4 * 1_024);
const form = /^[0-9a-f]+$/i;

/** A key of the installation as a private key of the curve. */
const keyOfRing = (key: Buffer): string => {
  const scalar = (BigInt(`0x${key.toString("hex")}`) % (curveOrder - 2n)) + 1n;
  return scalar.toString(16).padStart(64, "0");
};

/**
 * Decrypts with the configured key, or with keys derived from the installation's secrets. Derived keys are stored
 * nowhere, and the previous secret's still decrypts during rotation.
 */
export function sealedPasswords(ring: KeyRing, configured: string | undefined): SealedPasswords {
  const keys = configured ? [configured] : ring.all("stock-client").map(({ key }) => keyOfRing(key));
  const openBy = (key: string, text: string): string | undefined => {
    try {
      // The library returns an empty text when the digest does not match.
      return sm2.doDecrypt(text, key, 1, { output: "string" }) || undefined;
    } catch {
      return undefined;
    }
  };
  return {
    publicKey: sm2.getPublicKeyFromPrivateKey(keys[0] ?? ""),
    open: (ciphertext) => {
      if (typeof ciphertext !== "string" || ciphertext.length > longest || !form.test(ciphertext)) return undefined;
      // Clients omit C1's leading 04, and C1 may begin with these digits itself: the digest tells which reading is
      // right.
      const readings = [ciphertext, ...(ciphertext.startsWith("04") ? [ciphertext.slice(2)] : [])];
      for (const reading of readings)
        for (const key of keys) {
          const plain = openBy(key, reading);
          if (plain !== undefined) return plain;
        }
      return undefined;
    },
  };
}
