import { channelMessages } from "@countinghouse/contract/gateways/channel/channel.messages.ts";
import type { Channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";

/** The gateway that serves a channel, or that any may. */
export function GatewayOf({ row }: { readonly row: Channel }) {
  const { text } = useWords(channelMessages);
  return row.gatewayName ?? <span className="ch-unknown">{text.anyGateway}</span>;
}
