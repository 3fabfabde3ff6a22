import { sysLogOpMessages } from "@countinghouse/contract/logs/call-log/log-op.messages.ts";
import type { LoggedCommand } from "@countinghouse/contract/logs/call-log/log-op.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";

/** How a command ended; a refusal with the status it was answered with. */
export function CommandResult({ row: { status } }: { readonly row: LoggedCommand }) {
  const { text } = useWords(sysLogOpMessages);
  if (status === "200") return <StatusChip text={text.succeeded} tone="success" isFlat />;
  if (status === "202") return <StatusChip text={text.asked} tone="info" isFlat />;
  if (status < "500") return <StatusChip text={`${text.refused} ${status}`} tone="warning" isFlat />;
  return <StatusChip text={`${text.failed} ${status}`} tone="danger" isFlat />;
}
