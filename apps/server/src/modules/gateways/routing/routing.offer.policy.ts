import type { LocalizedText } from "@countinghouse/contract/kit/locale.ts";
import { type ChannelSale, type SaleCondition, unmetCondition } from "./routing.channel.policy.ts";

/** A channel in a merchant's checkout, with everything that decides its visibility except accounts. */
export interface CheckoutLine {
  readonly appId: string | null;
  readonly channelId: string;
  readonly channelCode: string;
  readonly channelName: string;
  readonly channelStatus: "enabled" | "maintenance" | "disabled";
  readonly method: string;
  readonly methodStatus: "enabled" | "disabled";
  readonly category: string;
  readonly label: LocalizedText;
  readonly message: Partial<LocalizedText> | null;
  readonly sort: number;
  readonly isOffered: boolean;
  readonly status: "enabled" | "disabled";
  readonly devices: readonly string[];
  /** The merchant's conditions and the channel's own. */
  readonly conditions: readonly SaleCondition[];
}

export type HiddenReason =
  | "hidden"
  | "switchedOff"
  | "channelOff"
  | "maintenance"
  | "methodOff"
  | "currency"
  | "country"
  | "amount"
  | "device";

/** The lines of an app: its own in place of the merchant's, in the merchant's order. */
export function linesFor(lines: readonly CheckoutLine[], appId: string | null): readonly CheckoutLine[] {
  const own = new Set(lines.filter((line) => line.appId !== null && line.appId === appId).map((one) => one.channelId));
  return lines
    .filter((line) => (line.appId === null ? !own.has(line.channelId) : line.appId === appId))
    .toSorted((a, b) => a.sort - b.sort || (a.channelCode < b.channelCode ? -1 : 1));
}

/** Why a channel is hidden regardless of accounts; null when only those decide. */
export function hidingReason(line: CheckoutLine, sale: ChannelSale): HiddenReason | null {
  if (line.status === "disabled") return "switchedOff";
  if (!line.isOffered) return "hidden";
  if (line.channelStatus === "disabled") return "channelOff";
  if (line.channelStatus === "maintenance") return "maintenance";
  if (line.methodStatus === "disabled") return "methodOff";
  return unmetCondition(line, sale);
}
