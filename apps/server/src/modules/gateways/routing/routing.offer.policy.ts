import type { LocalizedText } from "@countinghouse/contract/kit/locale.ts";
import { type ChannelSale, type SaleCondition, unmetCondition } from "./routing.channel.policy.ts";

/** A channel in the checkout of a merchant, with everything that decides whether a payer sees it, but for the accounts. */
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

/** The lines that hold for an app: its own in the place of the merchant's, in the merchant's order. */
export function linesFor(lines: readonly CheckoutLine[], appId: string | null): readonly CheckoutLine[] {
  const own = new Set(lines.filter((line) => line.appId !== null && line.appId === appId).map((one) => one.channelId));
  return lines
    .filter((line) => (line.appId === null ? !own.has(line.channelId) : line.appId === appId))
    .toSorted((a, b) => a.sort - b.sort || (a.channelCode < b.channelCode ? -1 : 1));
}

/** Why a payer does not see a channel, whatever the accounts; null when only they decide. */
export function hidingReason(line: CheckoutLine, sale: ChannelSale): HiddenReason | null {
  if (line.status === "disabled") return "switchedOff";
  if (!line.isOffered) return "hidden";
  if (line.channelStatus === "disabled") return "channelOff";
  if (line.channelStatus === "maintenance") return "maintenance";
  if (line.methodStatus === "disabled") return "methodOff";
  return unmetCondition(line, sale);
}
