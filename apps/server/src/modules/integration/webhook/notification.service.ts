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

/** Bytes of an answer that are kept. */
const headBytes = 2_048;

/** Where the secret of an endpoint may be opened, and nowhere else. */
export const secretBinding = (endpointId: string): string => `webhook:${endpointId}`;

/** Test messages may go to hosts that a setting names, live ones to public hosts alone. */
export const reachableHostsOf = (mode: "live" | "test", testHosts: ReachableHosts): ReachableHosts =>
  mode === "test" ? testHosts : publicOnly;

/** The secrets that sign a message now, the current one first: those before it while they still count. */
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

/** A notification ready to go. */
export interface WebhookMessage {
  readonly body: string;
  readonly signature: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The request of one try, down to the signature. */
export function messageOf(
  endpoint: SenderEndpoint,
  told: NotificationFacts,
  { secrets, at, number }: { readonly secrets: readonly string[]; readonly at: Date; readonly number: number },
): WebhookMessage {
  const body = bodyOf(told, endpoint.apiVersion);
  const signature = signatureHeader(secrets, at, body);
  return { body, signature, headers: { ...unsignedHeaders(endpoint, told, number), "x-webhook-signature": signature } };
}

/** The headers of one try without its signature. What the merchant adds never takes the place of ours. */
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

/** What came of sending a message: an answer, or a word for why there was none. */
export interface SendResult {
  readonly httpStatus: number | null;
  readonly head: string | null;
  readonly error: string | null;
}

/** Sends a message; whatever goes wrong on the way is an outcome and not a failure of ours. */
export async function sendMessage(post: Omit<OutboundPost, "headBytes">): Promise<SendResult> {
  try {
    const { status, head } = await postOutside({ ...post, headBytes });
    return { httpStatus: status, head, error: null };
  } catch (error) {
    return { httpStatus: null, head: null, error: wordFor(error) };
  }
}

/** One word for each way a call can fail; the words stand in the console's catalogue. */
function wordFor(error: unknown): string {
  if (error instanceof OutboundRefused) return "addressNotAllowed";
  const { name, code = "" } = error as NodeJS.ErrnoException;
  if (name === "TimeoutError" || name === "AbortError" || code === "ABORT_ERR" || code === "ETIMEDOUT")
    return "timeout";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "nameNotFound";
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return "certificateInvalid";
  return "connectionFailed";
}
