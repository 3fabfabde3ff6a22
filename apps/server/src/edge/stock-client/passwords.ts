import { sm2 } from "sm-crypto-v2";
import { curveOrder } from "../../platform/config/stock-client-config.ts";
import type { KeyRing } from "../../platform/crypto/key-ring.ts";

/** Opens passwords that the client encrypts with SM2 (GB/T 32918.4, C1C3C2) under the public key of its build. */
export interface SealedPasswords {
  /** Public key for a build, 130 hexadecimal digits. */
  readonly publicKey: string;
  /** The password, or nothing where the text is no ciphertext of ours. */
  open(ciphertext: unknown): string | undefined;
}

/** Ciphertexts of the longest password that sign-in takes, in hexadecimal digits. */
const longest = 2 * (1 + 64 + 32 + 4 * 1_024);
const form = /^[0-9a-f]+$/i;

/** A key of the installation as a private key of the curve. */
const keyOfRing = (key: Buffer): string => {
  const scalar = (BigInt(`0x${key.toString("hex")}`) % (curveOrder - 2n)) + 1n;
  return scalar.toString(16).padStart(64, "0");
};

/**
 * Opens by the configured key, or by keys derived from the installation's secrets: those are stored nowhere, and the one
 * before still opens while secrets are rotated.
 */
export function sealedPasswords(ring: KeyRing, configured: string | undefined): SealedPasswords {
  const keys = configured ? [configured] : ring.all("stock-client").map(({ key }) => keyOfRing(key));
  const openBy = (key: string, text: string): string | undefined => {
    try {
      // An empty text is how the library says that the digest does not fit.
      return sm2.doDecrypt(text, key, 1, { output: "string" }) || undefined;
    } catch {
      return undefined;
    }
  };
  return {
    publicKey: sm2.getPublicKeyFromPrivateKey(keys[0] ?? ""),
    open: (ciphertext) => {
      if (typeof ciphertext !== "string" || ciphertext.length > longest || !form.test(ciphertext)) return undefined;
      // Clients leave the 04 of C1 out, and C1 may begin with these digits itself: the digest tells which it is.
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
