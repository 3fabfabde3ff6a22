import { factsOf } from "@countinghouse/contract/kit/field.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { useOperation } from "../api/use-operation.ts";
import { useWords } from "../i18n/use-words.ts";
import { AskOnce } from "./ask-once.tsx";
import { shapeOf } from "./form-draft.ts";
import { type AnyRow, nameOf, type RowFormProps } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";

const states = ["disabled", "enabled"];

/** Whether an operation does nothing but switch a record on or off. */
export function isSwitch(resource: Resource, operation: string): boolean {
  const { id, version, status, ...others } = shapeOf(operationOf(resource, operation).input);
  if (!id || !version || !status || Object.keys(others).length > 0) return false;
  const members = factsOf(status).enumeration?.members.map(({ value }) => String(value)) ?? [];
  return members.toSorted().join() === states.join();
}

interface SwitchActionProps extends RowFormProps {
  readonly resource: Resource;
  readonly operation: string;
  readonly nameField?: string | undefined;
}

/** Asks whether a record is to be switched on or off, whichever it is not, and does it. */
export function SwitchAction({ resource, operation, record, nameField, onClose }: SwitchActionProps) {
  const words = useWords(pagesMessages);
  const { attempt } = useOperation(resource, operation);
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
