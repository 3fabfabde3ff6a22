import { hkdfSync } from "node:crypto";

/**
 * Fingerprint by which two nodes see that they have the same secret. Derived for this alone by HKDF-SHA-256 (RFC
 * 5869), so that it reveals no key.
 */
export const secretFingerprint = (secret: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "countinghouse/v1", "installation/fingerprint", 32)).toString("hex");
