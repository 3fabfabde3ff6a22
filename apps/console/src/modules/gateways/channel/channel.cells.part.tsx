import { channelMessages } from "@countinghouse/contract/gateways/channel/channel.messages.ts";
import type { Channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";

/** The gateway that serves a channel, or that any may. */
export function GatewayOf({ row }: { readonly row: Channel }) {
  const { text } = useWords(channelMessages);
  return row.gatewayName ?? <span className="ch-unknown">{text.anyGateway}</span>;
}

/** The currencies that a channel is sold in. */
export function Currencies({ row }: { readonly row: Channel }) {
  return <CodesCell codes={row.currencies} none={useWords(channelMessages).text.everyCurrency} limit={3} />;
}

/** The countries that a channel is sold in. */
export function Countries({ row }: { readonly row: Channel }) {
  return <CodesCell codes={row.countries} none={useWords(channelMessages).text.everyCountry} limit={3} />;
}
