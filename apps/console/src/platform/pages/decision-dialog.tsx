import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { Button, Modal } from "antd";
import { type ReactNode, useRef } from "react";
import { useOperation } from "../api/use-operation.ts";
import { useWords } from "../i18n/use-words.ts";
import { type AnyRow, nameOf } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";
import "./pages.css";

interface DecisionDialogProps {
  readonly resource: Resource;
  /** The operation that is agreed to, run with the id and the version that was read. */
  readonly operation: string;
  readonly row: AnyRow;
  readonly nameField?: string;
  /** What names it to the operation, where that is more than its id and version. */
  readonly input?: object;
  /** What is decided on: shown before anybody agrees to it. */
  readonly children: ReactNode;
  onClose(): void;
}

/** Lays before somebody what they are asked to agree to, and takes their answer. */
export function DecisionDialog({
  resource,
  operation,
  row,
  nameField,
  input: named,
  children,
  onClose,
}: DecisionDialogProps) {
  const words = useWords(pagesMessages);
  const label = (useWords(resource).actions as Readonly<Record<string, string>>)[operation] ?? operation;
  const { attempt, isRunning } = useOperation(resource, operation);
  const answer = useRef<HTMLButtonElement>(null);
  const agree = async () => {
    const input = named ?? { id: row.id, ...(typeof row.version === "number" ? { version: row.version } : {}) };
    if (await attempt(input as never)) onClose();
  };
  return (
    <Modal
      open
      centered
      width={640}
      title={`${label} · ${nameOf(row, nameField)}`}
      onCancel={onClose}
      // Whoever came by key answers by key: Enter agrees, Escape leaves.
      afterOpenChange={(isOpen) => isOpen && answer.current?.focus()}
      mask={{ closable: false }}
      footer={
        <div className="ch-form-foot">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button ref={answer} type="primary" disabled={isRunning} onClick={() => void agree()}>
            {label}
          </Button>
        </div>
      }
    >
      <div className="ch-decision">{children}</div>
    </Modal>
  );
}
