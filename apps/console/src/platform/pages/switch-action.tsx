import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { useOperation } from "../api/use-operation.ts";
import { useWords } from "../i18n/use-words.ts";
import { type AnyRow, nameOf, type RowFormProps } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";
import { AskOnce } from "./row-actions.tsx";

interface SwitchActionProps extends RowFormProps {
  /** Has an operation `setStatus` between `enabled` and `disabled`. */
  readonly resource: Resource;
  readonly nameField: string;
}

/** Asks whether a record is to be switched on or off, whichever it is not, and does it. */
export function SwitchAction({ resource, record, nameField, onClose }: SwitchActionProps) {
  const words = useWords(pagesMessages);
  const { attempt } = useOperation(resource, "setStatus");
  const row = record as AnyRow;
  const isOn = row.status === "enabled";
  const action = isOn ? words.switchOff : words.switchOn;
  const question = {
    title: fill(words.confirmTitle, { action, name: nameOf(row, nameField) }),
    confirm: action,
    isDangerous: isOn,
  };
  const answer = async (isConfirmed: boolean) => {
    const status = isOn ? "disabled" : "enabled";
    if (isConfirmed) await attempt({ id: row.id, version: row.version, status } as never);
    onClose();
  };
  return <AskOnce question={question} onAnswer={answer} />;
}
