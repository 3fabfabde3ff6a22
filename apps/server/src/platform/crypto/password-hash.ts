import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { hmacSha256 } from "./digest.ts";
import type { KeyRing } from "./key-ring.ts";
import { randomSecret } from "./random.ts";
import { type WorkGate, workGate } from "./work-gate.ts";

/** A stored password: the hash and the id of the pepper it was made with. */
export interface StoredPassword {
  readonly hash: string;
  readonly pepperId: string;
}

/** The hashing queue is full; the caller answers 429. */
export class HashingBusy extends Error {
  constructor() {
    super("too many passwords are being checked");
    this.name = "HashingBusy";
  }
}

/** Hashes and verifies passwords with bounded concurrency. */
export interface PasswordHasher {
  hash(password: string): Promise<StoredPassword>;
  /**
   * Whether the password is right. Without a stored one, does the same work and answers false, so that timing tells
   * nothing.
   */
  matches(password: string, stored: StoredPassword | undefined): Promise<boolean>;
  /** Whether the stored hash is weaker than today's parameters and should be replaced at the next sign-in. */
  isOutdated(stored: StoredPassword): boolean;
}

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

const standardCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const argon2id = 2;

/** Normal form that is hashed (NFKC): different encodings of the same characters are one password. */
const normal = (password: string): string => password.normalize("NFKC");

/**
 * Argon2id over a keyed digest of the password. The key (pepper) is derived from the installation's secret, so that a
 * copy of the database alone does not allow guessing.
 */
export function passwordHasher(
  ring: KeyRing,
  gate: WorkGate = standardGate(),
  cost: HashCost = standardCost,
): PasswordHasher {
  const options = { ...cost, algorithm: argon2id };
  const through = async <T>(work: () => Promise<T>): Promise<T> => {
    const done = await gate.run(work);
    if (!done) throw new HashingBusy();
    return done.value;
  };
  const peppered = (password: string, pepperId: string): string | undefined => {
    const pepper = ring.named("password-pepper", pepperId);
    return pepper && hmacSha256(pepper.key, normal(password));
  };
  const pepperId = ring.active("password-pepper").id;
  const fresh = (password: string) => hash(peppered(password, pepperId) ?? "", options);
  // Hash of a random password with today's parameters: unknown accounts are checked against it.
  let decoy: Promise<string> | undefined;
  const decoyHash = () => (decoy ??= fresh(randomSecret()));
  const shape = `$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  return {
    hash: async (password) => ({ hash: await through(() => fresh(password)), pepperId }),
    matches: (password, stored) =>
      through(async () => {
        const word = stored && peppered(password, stored.pepperId);
        if (stored && word !== undefined) return verify(stored.hash, word);
        await verify(await decoyHash(), peppered(password, pepperId) ?? "");
        return false;
      }),
    isOutdated: (stored) =>
      stored.pepperId !== pepperId || !stored.hash.startsWith("$argon2id$") || !stored.hash.includes(shape),
  };
}

/** Two concurrent hashes per pair of cores, and a short queue, because each waiting call holds a connection. */
export const standardGate = (): WorkGate =>
  workGate({ running: Math.max(2, availableParallelism() & ~1), waiting: 16 });
