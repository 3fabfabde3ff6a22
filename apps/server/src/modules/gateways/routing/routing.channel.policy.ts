import type { ExclusionReason } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import type { Money } from "@countinghouse/money/money.ts";

interface AmountRow {
  readonly currency: string;
  readonly min: string | null;
  readonly max: string | null;
}

/** Conditions of a sale; an empty set allows everything. */
export interface SaleCondition {
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
  readonly limits: readonly AmountRow[];
}

/** The payer's device, where known. */
export type DeviceKind = "mobile" | "desktop";

/** The values of a payment that decide whether a channel sells it. */
export interface ChannelSale {
  readonly amount: Money;
  readonly country: string | null;
  readonly device?: DeviceKind | null | undefined;
}

/** A channel that sells the method over the candidate's gateway, with the merchant's settings for it. */
export interface CandidateChannel {
  readonly id: string;
  readonly sort: number;
  /** Bound to the gateway, rather than routed. */
  readonly isOfGateway: boolean;
  readonly state: "open" | "maintenance" | "disabled";
  /** Shown in the merchant's checkout, or the merchant has no checkout. */
  readonly isOffered: boolean;
  /** Conditions of the channel and of the merchant. */
  readonly conditions: readonly SaleCondition[];
  readonly devices: readonly string[];
}

/** Whether a set of codes excludes one; the empty set excludes none, and an unknown value is never excluded. */
export const leavesOut = (set: readonly string[], code: string | null): boolean =>
  code !== null && set.length > 0 && !set.includes(code);

const isBeyond = ({ min, max }: AmountRow, { amountMinor }: Money): boolean =>
  (min !== null && amountMinor < BigInt(min)) || (max !== null && amountMinor > BigInt(max));

/** The first condition that a payment does not meet; null where it meets all. */
export function unmetCondition(
  { conditions, devices }: Pick<CandidateChannel, "conditions" | "devices">,
  { amount, country, device = null }: ChannelSale,
): "currency" | "country" | "amount" | "device" | null {
  if (conditions.some(({ currencies }) => leavesOut(currencies, amount.currency))) return "currency";
  if (conditions.some(({ countries }) => leavesOut(countries, country))) return "country";
  const limits = conditions.flatMap((one) => one.limits).filter(({ currency }) => currency === amount.currency);
  if (limits.some((limit) => isBeyond(limit, amount))) return "amount";
  return leavesOut(devices, device) ? "device" : null;
}

const unmetReasons = {
  currency: "channel_currency",
  country: "channel_country",
  amount: "channel_amount",
  device: "channel_device",
} as const satisfies Record<string, ExclusionReason>;

/** Why a channel does not sell a payment. */
export type ChannelClosure =
  | "channel_disabled"
  | "channel_maintenance"
  | "channel_not_offered"
  | (typeof unmetReasons)[keyof typeof unmetReasons];

function closureOf(channel: CandidateChannel, sale: ChannelSale): ChannelClosure | null {
  if (channel.state !== "open") return `channel_${channel.state}`;
  if (!channel.isOffered) return "channel_not_offered";
  const unmet = unmetCondition(channel, sale);
  return unmet && unmetReasons[unmet];
}

interface ChannelRequest extends ChannelSale {
  /** The channel that the payer chose; it is binding. */
  readonly channelId?: string | null;
}

const amongOf = (channels: readonly CandidateChannel[], { channelId }: ChannelRequest) =>
  typeof channelId === "string" ? channels.filter(({ id }) => id === channelId) : channels;

/** The channel of a payment: the gateway's own before a routed one, then by display order. */
export const channelOf = (
  channels: readonly CandidateChannel[],
  request: ChannelRequest,
): CandidateChannel | undefined =>
  amongOf(channels, request)
    .filter((channel) => closureOf(channel, request) === null)
    .toSorted((a, b) => Number(b.isOfGateway) - Number(a.isOfGateway) || a.sort - b.sort || (a.id < b.id ? -1 : 1))[0];

/**
 * Why no channel sells a payment over a gateway, one reason per closed channel; empty where one is open, and where no
 * channel exists for the method there.
 */
export function channelClosures(
  channels: readonly CandidateChannel[],
  request: ChannelRequest,
): readonly ChannelClosure[] {
  const closures = amongOf(channels, request).map((channel) => closureOf(channel, request));
  return closures.includes(null) ? [] : (closures as ChannelClosure[]);
}

/** Device kind by user agent; null where it is absent. */
export function deviceOf(userAgent: string | null | undefined): DeviceKind | null {
  if (!userAgent || !/Mozilla\//.test(userAgent)) return null;
  return /iPhone|iPad|iPod|Android|Mobile/i.test(userAgent) ? "mobile" : "desktop";
}
