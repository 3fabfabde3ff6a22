import { gatewayAccountMessages } from "@countinghouse/contract/gateways/gateway-account/gateway-account.messages.ts";
import type { GatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";

/** Whether the account has what it needs, and whether something about that waits for somebody. */
export function CredentialsCell({ row }: { readonly row: GatewayAccount }) {
  const { fields, text } = useWords(gatewayAccountMessages);
  if (row.hasPendingChange) return <StatusChip text={fields.hasPendingChange} tone="warning" shape="half" />;
  return row.isComplete ? (
    <StatusChip text={text.complete} tone="success" isFlat />
  ) : (
    <StatusChip text={text.incomplete} tone="warning" shape="hollow" />
  );
}
