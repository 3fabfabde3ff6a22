import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sha256 } from "./digest.ts";

/** Shortest secret accepted, in bytes. */
export const minSecretBytes = 32;

/** The secret cannot be used; the sentence says which variable or file and what to do. */
export class SecretError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "SecretError";
  }
}

/** Keys printed in sample configurations and tutorials, by hash, so that the list itself offers none to copy. */
const wellKnown = new Set(
  [
    "secret", "changeme", "change-me", "please-change-me", "your-256-bit-secret", "your-secret-key", "my-secret-key",
    "supersecret", "super-secret", "jwtsecret", "jwt-secret", "jwt_secret", "keyboard cat", "0123456789abcdef",
    "0123456789abcdef0123456789abcdef", "00000000000000000000000000000000", "3c1cbc3f546eda35168c3aa3cb91780fbe703f0996c6d123ea96dc85c70bbc0a",
    "abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz123456", "a-string-secret-at-least-256-bits-long",
    "this is my custom secret key for authentication", "thisismysecretkeythisismysecretkey", "my-32-character-ultra-secure-and-ultra-long-secret",
    "9a4f2c8d3b7a1e6f45c8a0b3f267d8b1d4e6f3c8a9d2b5f8e3a9c8b5f6v8a3d9", "404e635266556a586e3272357538782f413f4428472b4b6250645367566b5970",
    "5367566b59703373367639792f423f4528482b4d6251655468576d5a71347437", "mysupersecretkeythatisatleast32characterslong",
    "your_jwt_secret_key_here_minimum_32_characters", "development-secret-do-not-use-in-production", "insecure-dev-secret-please-change-in-production",
    "django-insecure-change-me-please-change-me-now", "notasecretnotasecretnotasecretnotasecret",
  ].map((text) => sha256(text)),
);

/** Refuses a secret that is short, repeats a few symbols, or is printed in a public sample. */
export function assertStrongSecret(secret: string, source: string): void {
  if (wellKnown.has(sha256(secret)) || wellKnown.has(sha256(secret.toLowerCase()))) {
    throw new SecretError(`${source} is a key from a public sample. Make one with: openssl rand -base64 48`);
  }
  if (Buffer.byteLength(secret, "utf8") < minSecretBytes) {
    throw new SecretError(`${source} is shorter than ${minSecretBytes} bytes. Make one with: openssl rand -base64 48`);
  }
  if (new Set(secret).size < 10) {
    throw new SecretError(`${source} repeats a few symbols. Make one with: openssl rand -base64 48`);
  }
  if (/(secret|password|changeme|change-me|example|sample|default|your[-_])/i.test(secret)) {
    throw new SecretError(`${source} looks like a placeholder. Make one with: openssl rand -base64 48`);
  }
}

/** Where the installation's secrets come from. */
export interface SecretSource {
  /** `COUNTINGHOUSE_SECRET`: the secret in use. */
  readonly current: string | undefined;
  /** `COUNTINGHOUSE_SECRET_PREVIOUS`: earlier ones, separated by commas, still good for reading. */
  readonly previous: string | undefined;
  /** Folder in which the secret of an unattended first start is made and kept. */
  readonly dataDirectory: string;
  /** In production a secret must be given; none is made. */
  readonly isProduction: boolean;
}

/**
 * The secrets of the installation, the one in use first. Without one in the environment, a random one is made at the
 * first start and kept in a file that only its owner can read.
 */
export function installationSecrets({ current, previous, dataDirectory, isProduction }: SecretSource): readonly string[] {
  const given = current?.trim();
  if (!given && isProduction) {
    throw new SecretError("COUNTINGHOUSE_SECRET is not set. Production needs one: openssl rand -base64 48");
  }
  const inUse = given || secretFile(path.join(dataDirectory, "installation-secret"));
  const earlier = (previous ?? "").split(",").map((text) => text.trim()).filter((text) => text !== "");
  assertStrongSecret(inUse, given ? "COUNTINGHOUSE_SECRET" : `${dataDirectory}/installation-secret`);
  for (const secret of earlier) assertStrongSecret(secret, "COUNTINGHOUSE_SECRET_PREVIOUS");
  return [inUse, ...earlier];
}

function secretFile(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    // Exclusive creation: of two processes that start together, one writes and both read the same secret.
    writeFileSync(file, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
