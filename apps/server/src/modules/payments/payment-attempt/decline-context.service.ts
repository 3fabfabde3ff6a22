import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import {
  type DeclineContext,
  paymentAttempt,
} from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { holds } from "../../../platform/access/permission.ts";
import type { Context } from "../../../platform/http/context.ts";
import { hourAround, stepsOf, usualHours } from "./decline-context.policy.ts";
import {
  countAlike,
  type DeclinedAttempt,
  declinesAlike,
  earlierMax,
  earlierOfCard,
  firstAttemptTime,
  lastAttempt,
} from "./decline-context.store.ts";

/** Earlier payments of a card that are listed individually. */
const latestShown = 3;
const permission = permissionOf(paymentAttempt.name, "page");

/** Compares the declined last attempt of an order with others, and with the card's earlier payments. */
export async function contextOfDecline(
  ctx: Context,
  order: { readonly merchantId: string; readonly orderId: string },
): Promise<DeclineContext | null> {
  if (!holds(ctx.actor, permission)) throw refuse("platform.forbidden", { permission });
  const declined = await lastAttempt(ctx, order);
  if (declined?.status !== "declined" || declined.declineCode === null) return null;
  const hour = hourAround(declined.startedTime, ctx.now);
  const usual = usualHours(hour, await firstAttemptTime(ctx, declined));
  const [inHour, usualCount, card] = await Promise.all([
    declinesAlike(ctx, declined, hour),
    countAlike(ctx, declined, usual),
    cardBefore(ctx, declined),
  ]);
  return {
    ...hour,
    declineCode: declined.declineCode,
    count: inHour.length,
    merchants: isOfMerchant(ctx.actor) ? null : new Set(inHour.map(({ merchantId }) => merchantId)).size,
    steps: stepsOf(
      hour,
      inHour.map(({ startedTime }) => startedTime),
    ),
    usualCount,
    usualDays: usual.length,
    card,
  };
}

async function cardBefore(ctx: Context, declined: DeclinedAttempt): Promise<DeclineContext["card"]> {
  if (declined.cardFingerprint === null) return null;
  const earlier = await earlierOfCard(ctx, declined);
  const shown = earlier.slice(0, earlierMax);
  const having = (status: string) => shown.filter((one) => one.status === status).length;
  return {
    count: shown.length,
    paid: having("captured"),
    declined: having("declined"),
    isMore: earlier.length > shown.length,
    latest: shown.slice(0, latestShown),
  };
}
