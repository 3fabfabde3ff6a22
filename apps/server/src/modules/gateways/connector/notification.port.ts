import type { JobRuntime } from "../../../platform/jobs/job-context.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { NotificationFact } from "./connector.port.ts";

/** A notification that was proven and read, for whoever owns what it is about. */
export interface GatewayNotification {
  readonly gatewayAccountId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly occurredAt: string;
  readonly facts: readonly NotificationFact[];
}

/**
 * What became of it. `ignored`: older than what is known, or nothing new. `unknown_object`: its payment is not on
 * record yet, and the notification is offered again later. `failed`: somebody has to look.
 */
export type NotificationResult = "processed" | "ignored" | "unknown_object" | { readonly failed: string };

/**
 * Takes a notification in. Called any number of times with the same one, in any order, on several nodes at once. It
 * opens transactions of its own (`transact` on the spine) and tells payments apart by gateway account: a fact of one
 * account never touches the payment of another.
 */
export type ApplyNotification = (
  spine: JobRuntime & { readonly platform: Platform },
  notification: GatewayNotification,
) => Promise<NotificationResult>;
