import { webhookMessages } from "@countinghouse/contract/integration/webhook/webhook.messages.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";

interface Answered {
  readonly httpStatus: number | null;
  readonly error: string | null;
}

/** What a server answered: its HTTP status, or in a word why there was no answer. */
export function AnswerChip({ httpStatus, error }: Answered) {
  const { text } = useWords(webhookMessages);
  if (httpStatus !== null)
    return <StatusChip text={String(httpStatus)} tone={httpStatus < 300 ? "success" : "danger"} isFlat />;
  if (error === null) return <Unknown />;
  return <StatusChip text={(text as Readonly<Record<string, string>>)[error] ?? error} tone="danger" isFlat />;
}

/** The latest answer of a delivery. */
export const WebhookAnswer = ({
  row,
}: {
  readonly row: { readonly lastHttpStatus: number | null; readonly lastError: string | null };
}) => <AnswerChip httpStatus={row.lastHttpStatus} error={row.lastError} />;
