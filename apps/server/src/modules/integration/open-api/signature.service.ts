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
  /** Equal for the same signed bytes under the same idempotency key; null without one. */
  readonly mark: Buffer | null;
}

/** Accepted difference of a caller's clock from ours in seconds, either way. */
export const windowSeconds = 300;
/** How long a nonce is remembered in seconds: as long as its timestamp can be valid. */
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

/** Verified in place of an unknown key's secret, so that timing does not tell whether a key exists. */
const nobodysSecret = "sk_nobody_0000000000000000000000000000000000";

/** Whether one of the secrets made the signature, in constant time. */
function isSignedBy(secrets: readonly string[], signature: string, parts: SignedParts): boolean {
  const given = Buffer.from(signature, "hex");
  const usable = secrets.filter((secret) => secret.length > 0);
  const tried = usable.length > 0 ? usable : [nobodysSecret];
  const matches = tried.map((secret) => timingSafeEqual(Buffer.from(signatureOf(secret, parts), "hex"), given));
  return usable.length > 0 && matches.includes(true);
}

/** Refuses an unsupported API version; without the header the newest is used. */
export function assertVersion({ headers }: Pick<RequestFacts, "headers">): void {
  const version = headers["x-api-version"];
  if (version !== undefined && version !== openApiVersion)
    throw refuse("openApi.versionUnknown", { version: String(version).slice(0, 40), known: openApiVersion });
}

/**
 * Mark that tells a retry from a replay by somebody else: the signature, which covers every byte but the idempotency
 * key, and that key. 128 bits of a SHA-256. Only for POST requests with a key.
 */
function markOf({ method, headers }: RequestFacts, signature: string): Buffer | null {
  const key = headers["idempotency-key"];
  if (method !== "POST" || typeof key !== "string") return null;
  return createHash("sha256").update(`${signature}\n${key}`).digest().subarray(0, 16);
}

/**
 * Verifies the signature of a merchant's server. Before it is valid every caller gets the same answer, whether the key
 * exists or not; only the holder of the secret learns that a key is disabled or bound to other addresses.
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
  // Nonces are stored; card numbers must not be.
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
