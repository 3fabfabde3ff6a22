import { fill } from "@countinghouse/contract/kit/locale.ts";
import { operationOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { BulkBar } from "@countinghouse/ui/table/bulk-bar.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { X } from "lucide-react";
import { useState } from "react";
import { useMay } from "../access/allowed.tsx";
import { CallError } from "../api/call-error.ts";
import { call } from "../api/client.ts";
import { useWords } from "../i18n/use-words.ts";
import { type AnyRow, idOf, nameOf } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";
import { useConfirm } from "./use-confirm.tsx";

interface BulkActionsProps {
  readonly resource: Resource;
  readonly actions: readonly string[];
  readonly rows: readonly AnyRow[];
  readonly nameField?: string | undefined;
  /** Keeps these ticked; the others are done with. */
  onLeft(keys: ReadonlySet<string>): void;
}

interface Refused {
  readonly row: AnyRow;
  readonly message: string;
}

/** Operations that take `ids` do all rows in one go; any other is run row by row, so that one refusal stops no other. */
const takesIds = (resource: Resource, name: string): boolean => {
  const { input } = operationOf(resource, name);
  return "shape" in input && "ids" in (input.shape as object);
};

/** What can be done with the ticked rows, with progress and the answer of each row that was refused. */
export function BulkActions({ resource, actions, rows, nameField, onLeft }: BulkActionsProps) {
  const words = useWords(pagesMessages);
  const labels = useWords(resource).actions as Readonly<Record<string, string>>;
  const may = useMay();
  const client = useQueryClient();
  const { ask, dialog } = useConfirm();
  const [progress, setProgress] = useState<{ readonly name: string; readonly done: number }>();
  const [ended, setEnded] = useState<{ readonly refused: readonly Refused[]; readonly count: number }>();
  const offered = actions.filter((name) => may(permissionOf(resource.name, name)));
  const start = async (name: string) => {
    const label = labels[name] ?? name;
    const title = fill(words.confirmBulk, { action: label, count: rows.length });
    const isDangerous = /^(delete|batchDelete|clear)/.test(name);
    if (!(await ask({ title, text: isDangerous ? words.confirmDelete : undefined, confirm: label, isDangerous })))
      return;
    setProgress({ name, done: 0 });
    const failed = await runOnAll(resource, name, rows, (done) => setProgress({ name, done }));
    await client.invalidateQueries({ queryKey: [resource.name] });
    setProgress(undefined);
    setEnded(failed.length > 0 ? { refused: failed, count: rows.length } : undefined);
    if (failed.length === 0) toast.success(fill(words.done, { action: label }));
    onLeft(new Set(failed.map(({ row }) => idOf(row))));
  };
  return (
    <>
      <BulkBar count={rows.length} onClear={() => onLeft(new Set())}>
        {progress && (
          <span role="status" className="ch-bulk-progress">
            {fill(words.bulkProgress, { done: progress.done, count: rows.length })}
          </span>
        )}
        {offered.map((name) => (
          <Button
            key={name}
            size="small"
            loading={progress?.name === name}
            disabled={progress !== undefined}
            onClick={() => void start(name)}
          >
            {labels[name] ?? name}
          </Button>
        ))}
      </BulkBar>
      {ended && <RefusedRows {...ended} nameField={nameField} onClose={() => setEnded(undefined)} />}
      {dialog}
    </>
  );
}

async function runOnAll(
  resource: Resource,
  name: string,
  rows: readonly AnyRow[],
  onProgress: (done: number) => void,
): Promise<Refused[]> {
  if (takesIds(resource, name)) {
    const message = await refusalOf(resource, name, { ids: rows.map(({ id }) => id) });
    return message === undefined ? [] : rows.map((row) => ({ row, message }));
  }
  const refused: Refused[] = [];
  for (const [index, row] of rows.entries()) {
    const version = typeof row.version === "number" ? { version: row.version } : {};
    const message = await refusalOf(resource, name, { id: row.id, ...version });
    if (message !== undefined) refused.push({ row, message });
    onProgress(index + 1);
  }
  return refused;
}

async function refusalOf(resource: Resource, name: string, input: object): Promise<string | undefined> {
  try {
    await call(resource, name, input as never);
    return undefined;
  } catch (error) {
    if (error instanceof CallError) return error.message;
    throw error;
  }
}

function RefusedRows({
  refused,
  count,
  nameField,
  onClose,
}: {
  refused: readonly Refused[];
  count: number;
  nameField: string | undefined;
  onClose(): void;
}) {
  const words = useWords(pagesMessages);
  const ui = useUiWords();
  const shown = refused.slice(0, 5);
  return (
    <div className="ch-refused" role="alert">
      <div className="ch-grow">
        <b>{fill(words.bulkPartly, { done: count - refused.length, count, failed: refused.length })}</b>
        <ul>
          {shown.map(({ row, message }) => (
            <li key={idOf(row)}>
              <b>{nameOf(row, nameField)}</b> {message}
            </li>
          ))}
        </ul>
      </div>
      <button type="button" className="ch-icon-btn" aria-label={ui.close} onClick={onClose}>
        <X size={14} aria-hidden="true" />
      </button>
    </div>
  );
}
