import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import { open } from "../../../platform/crypto/sealing.ts";
import {
  type OutboundPost,
  postOutside,
  publicOnly,
  type ReachableHosts,
} from "../../../platform/outbound/outbound-post.ts";
import { OutboundRefused } from "../../../platform/outbound/public-fetch.ts";
import { bodyOf, type NotificationFacts } from "./notification.policy.ts";
import type { SenderEndpoint } from "./sender.store.ts";
import { signatureHeader } from "./signature.service.ts";

/** Stored bytes of an answer. */
const headBytes = 2_048;

/** Encryption context of an endpoint's secret. */
export const secretBinding = (endpointId: string): string => `webhook:${endpointId}`;

/** Test webhooks may use hosts allowed by a setting, live ones public hosts only. */
export const reachableHostsOf = (mode: "live" | "test", testHosts: ReachableHosts): ReachableHosts =>
  mode === "test" ? testHosts : publicOnly;

/** The secrets that sign a message now, the current one first, then previous ones still valid. */
export function validSecrets(ring: KeyRing, endpoint: SenderEndpoint, now: Date): string[] {
  const { id, secret, previousSecret, previousSecretExpireTime, olderSecret, olderSecretExpireTime } = endpoint;
  const replaced = [
    { sealed: previousSecret, until: previousSecretExpireTime },
    { sealed: olderSecret, until: olderSecretExpireTime },
  ];
  const counting = replaced.flatMap(({ sealed, until }) =>
    sealed !== null && until !== null && Date.parse(until) > now.getTime() ? [sealed] : [],
  );
  return [secret, ...counting].map((sealed) => open(ring, sealed, secretBinding(id)));
}

/** A signed notification. */
export interface WebhookMessage {
  readonly body: string;
  readonly signature: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The request of one attempt, with its signature. */
export function messageOf(
  endpoint: SenderEndpoint,
  told: NotificationFacts,
  { secrets, at, number }: { readonly secrets: readonly string[]; readonly at: Date; readonly number: number },
): WebhookMessage {
  const body = bodyOf(told, endpoint.apiVersion);
  const signature = signatureHeader(secrets, at, body);
  return { body, signature, headers: { ...unsignedHeaders(endpoint, told, number), "x-webhook-signature": signature } };
}

/** The headers of one attempt without its signature. The merchant's own headers never replace ours. */
export const unsignedHeaders = (
  { customHeaders }: Pick<SenderEndpoint, "customHeaders">,
  { id, type }: Pick<NotificationFacts, "id" | "type">,
  number: number,
): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(customHeaders).map(([name, value]) => [name.toLowerCase(), value])),
  "content-type": "application/json; charset=utf-8",
  "user-agent": "Countinghouse-Webhooks/1",
  "x-event-id": id,
  "x-event-type": type,
  "x-delivery-try": String(number),
});

/** Result of an attempt: an answer, or why there was none. */
export interface SendResult {
  readonly httpStatus: number | null;
  readonly head: string | null;
  readonly error: string | null;
}

/** Sends a message; network failures are results, not exceptions. */
export async function sendMessage(post: Omit<OutboundPost, "headBytes">): Promise<SendResult> {
  try {
    const { status, head } = await postOutside({ ...post, headBytes });
    return { httpStatus: status, head, error: null };
  } catch (error) {
    return { httpStatus: null, head: null, error: wordFor(error) };
  }
}

/** A code for each kind of failure; the labels are in the console's messages. */
function wordFor(error: unknown): string {
  if (error instanceof OutboundRefused) return "addressNotAllowed";
  const { name, code = "" } = error as NodeJS.ErrnoException;
  if (name === "TimeoutError" || name === "AbortError" || code === "ABORT_ERR" || code === "ETIMEDOUT")
    return "timeout";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "nameNotFound";
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return "certificateInvalid";
  return "connectionFailed";
}
