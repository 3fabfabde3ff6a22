import type { JobRuntime } from "../../../platform/jobs/job-context.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { NotificationFact } from "./connector.port.ts";

/** A verified and parsed notification for the module of its object. */
export interface GatewayNotification {
  readonly gatewayAccountId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly occurredAt: string;
  readonly facts: readonly NotificationFact[];
}

/**
 * Result of applying it. `ignored`: older than what is known, or nothing new. `unknown_object`: its payment is not
 * known yet, and the notification is retried. `failed`: a person has to look.
 */
export type NotificationResult = "processed" | "ignored" | "unknown_object" | { readonly failed: string };

/**
 * Applies a notification. May be called repeatedly with the same one, in any order, and concurrently on several nodes.
 * Opens transactions of its own (`transact` on the spine) and identifies payments within the gateway account: a fact
 * of one account never affects another's payment.
 */
export type ApplyNotification = (
  spine: JobRuntime & { readonly platform: Platform },
  notification: GatewayNotification,
) => Promise<NotificationResult>;
