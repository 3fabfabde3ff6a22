import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { openApiVersion } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { type SignedParts, textToSign } from "@countinghouse/contract/integration/open-api/signing.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { hasCardNumber } from "@countinghouse/contract/platform/card-number.ts";
import type { RequestFacts } from "../../../platform/http/context.ts";
import { type AppCaller, allowsAddress } from "../../merchants/coin-app/index.ts";

/** Knows apps by their key. */
export type FindApp = (appKey: string) => Promise<AppCaller | undefined>;

/** A request whose signature was right. */
export interface SignedRequest {
  readonly app: AppCaller;
  readonly nonce: string;
  /** The same for the same signed bytes under the same idempotency key; null where there is none. */
  readonly mark: Buffer | null;
}

/** How far a caller's clock may be from ours, either way. */
export const windowSeconds = 300;
/** How long a nonce is remembered: as long as any timestamp can be good. */
export const nonceSeconds = 2 * windowSeconds;

const shapes = {
  "X-App-Key": /^[\x21-\x7e]{8,80}$/,
  "X-Timestamp": /^\d{10}$/,
  "X-Nonce": /^[A-Za-z0-9._~+/=-]{16,64}$/,
  "X-Signature": /^[0-9a-f]{64}$/,
} as const;

function headerOf({ headers }: Pick<RequestFacts, "headers">, header: keyof typeof shapes): string {
  const value = headers[header.toLowerCase()];
  if (typeof value !== "string" || !shapes[header].test(value)) throw refuse("openApi.unauthorized", { header });
  return value;
}

/** Lower-case hex SHA-256, as the signature covers a body. */
export const bodyHashOf = (body: Buffer): string => createHash("sha256").update(body).digest("hex");

/** The signature of a request, lower-case hex. */
export const signatureOf = (secret: string, parts: SignedParts): string =>
  createHmac("sha256", secret).update(textToSign(parts), "utf8").digest("hex");

/** Tried where a key is not known, so that the answer takes as long as for one that is. */
const nobodysSecret = "sk_nobody_0000000000000000000000000000000000";

/** Whether one of the secrets made the signature, in a time that tells neither which nor how nearly. */
function isSignedBy(secrets: readonly string[], signature: string, parts: SignedParts): boolean {
  const given = Buffer.from(signature, "hex");
  const usable = secrets.filter((secret) => secret.length > 0);
  const tried = usable.length > 0 ? usable : [nobodysSecret];
  const matches = tried.map((secret) => timingSafeEqual(Buffer.from(signatureOf(secret, parts), "hex"), given));
  return usable.length > 0 && matches.includes(true);
}

/** Refuses an API version that this release does not speak; leaving the header out means the newest. */
export function assertVersion({ headers }: Pick<RequestFacts, "headers">): void {
  const version = headers["x-api-version"];
  if (version !== undefined && version !== openApiVersion)
    throw refuse("openApi.versionUnknown", { version: String(version).slice(0, 40), known: openApiVersion });
}

/**
 * What tells a request that its sender repeats from one that somebody else plays back: the signature, which covers every
 * byte but the idempotency key, and that key. 128 bits of a SHA-256. Only a POST has a key that stands for one effect.
 */
function markOf({ method, headers }: RequestFacts, signature: string): Buffer | null {
  const key = headers["idempotency-key"];
  if (method !== "POST" || typeof key !== "string") return null;
  return createHash("sha256").update(`${signature}\n${key}`).digest().subarray(0, 16);
}

/**
 * Judges the signature of a merchant's server. Until it proves right every caller gets the same answer, whether the
 * key exists or not; only who holds the secret learns that a key is switched off or bound to other addresses.
 */
export async function verifySignature(
  request: RequestFacts,
  wire: { readonly path: string; readonly query: string; readonly body: Buffer },
  findApp: FindApp,
  now: Date,
): Promise<SignedRequest> {
  const appKey = headerOf(request, "X-App-Key");
  const timestamp = headerOf(request, "X-Timestamp");
  const nonce = headerOf(request, "X-Nonce");
  // Nonces are written down, and card numbers are not.
  if (hasCardNumber(nonce)) throw refuse("openApi.unauthorized", { header: "X-Nonce" });
  const signature = headerOf(request, "X-Signature");
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > windowSeconds)
    throw refuse("openApi.timestampOutOfWindow", { seconds: windowSeconds });
  const app = await findApp(appKey);
  const parts = {
    method: request.method,
    path: wire.path,
    query: wire.query,
    timestamp,
    nonce,
    bodyHash: bodyHashOf(wire.body),
  };
  if (!isSignedBy(app?.secrets ?? [], signature, parts) || !app) throw refuse("openApi.signatureInvalid");
  if (!app.isEnabled) throw refuse("openApi.apiKeyDisabled");
  if (!allowsAddress(app.allowedIps, request.ip)) throw refuse("openApi.ipNotAllowed", { ip: request.ip });
  return { app, nonce, mark: markOf(request, signature) };
}
