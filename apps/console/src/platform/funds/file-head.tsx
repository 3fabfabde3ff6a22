import { ReconAge } from "@countinghouse/contract/funds/recon/recon.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import "./lines.css";

/** Polling interval while a file is being matched, in ms. */
const askEvery = 1_500;

/** Polls a file while it is being matched; afterwards its lines are reloaded. */
export function useFollowedMatching(lines: Resource, isBusy: boolean): { readonly everyMs?: number } {
  const client = useQueryClient();
  useEffect(() => {
    if (!isBusy) void client.invalidateQueries({ queryKey: [lines.name] });
  }, [client, isBusy, lines]);
  return isBusy ? { everyMs: askEvery } : {};
}

interface FileNamingProps {
  /** Our number. */
  readonly no: string;
  readonly fileName: string;
  readonly createTime: string;
  /** Origin and time: `{time}` is replaced. */
  readonly imported: string;
  /** Further placeholders. */
  readonly named: Readonly<Record<string, string | number>>;
}

/** Identification of an external file: our number, its name, its own number and its time. */
export function FileNaming({ no, fileName, createTime, imported, named }: FileNamingProps) {
  const [before = "", after = ""] = fill(imported, { ...named, time: "\u0000" }).split("\u0000");
  return (
    <span className="lines-naming">
      <Copyable value={no} className="ch-mono">
        {no}
      </Copyable>
      <span className="ch-mono">{fileName}</span>
      <span>
        {before}
        <TimeCell value={createTime} />
        {after}
      </span>
    </span>
  );
}

interface FigureProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Small text below. */
  readonly note?: ReactNode;
  /** Whether it still needs an explanation. */
  readonly isOpen?: boolean;
}

/** A figure in a file's header, with a note below it. */
export const FileFigure = ({ title, children, note, isOpen = false }: FigureProps) => (
  <div>
    <dt>{title}</dt>
    <dd className={isOpen ? "lines-late" : undefined}>
      {children}
      {note ? <small>{note}</small> : null}
    </dd>
  </div>
);

/** A checksum shortened to its ends. */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

/** Open items by age, the youngest first. */
export const byAge = <Counted extends { readonly age: ReconAge }>(open: readonly Counted[]): Counted[] =>
  ReconAge.options.flatMap((age) => open.filter((one) => one.age === age));
