import { type InboxItem, inbox } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { type InboxDecision, inboxKinds } from "@countinghouse/contract/dashboard/inbox/inbox-kinds.ts";
import { useQueryClient } from "@tanstack/react-query";
import { DecisionDialog } from "../../../platform/pages/decision-dialog.tsx";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { ItemSubject } from "./inbox.item.part.tsx";
import { useItemWords } from "./inbox.words.hook.ts";

/** The two answers of whoever is asked to decide. */
export type DecisionAnswer = "approve" | "reject";

interface DecisionProps {
  readonly item: InboxItem;
  readonly decision: InboxDecision;
  readonly answer: DecisionAnswer;
  onClose(): void;
}

/** Asks for the decision by the operations of the record's own module; the inbox is read again afterwards. */
export function InboxDecisionLayer({ item, decision, answer, onClose }: DecisionProps) {
  const client = useQueryClient();
  const { title } = useItemWords();
  const { resource } = inboxKinds[item.kind];
  const input = decision.input(item);
  const end = () => {
    onClose();
    void client.invalidateQueries({ queryKey: [inbox.name] });
  };
  if (answer === "reject" && decision.isReasoned)
    return (
      <RecordForm
        resource={resource}
        operation={decision.reject as never}
        fields={[{ field: "reason" as never, isWide: true }]}
        record={input}
        isDeed
        onClose={end}
      />
    );
  return (
    <DecisionDialog
      resource={resource}
      operation={decision[answer]}
      row={{ id: item.id, name: title(item) }}
      input={input}
      onClose={end}
    >
      <ItemSubject item={item} />
    </DecisionDialog>
  );
}
