import { ReconAge } from "@countinghouse/contract/funds/recon/recon.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import "./lines.css";

/** How often a page asks while a file is being matched, in ms. */
const askEvery = 1_500;

/** How a file is asked for while it is being matched; once it is, its lines are read anew. */
export function useFollowedMatching(lines: Resource, isBusy: boolean): { readonly everyMs?: number } {
  const client = useQueryClient();
  useEffect(() => {
    if (!isBusy) void client.invalidateQueries({ queryKey: [lines.name] });
  }, [client, isBusy, lines]);
  return isBusy ? { everyMs: askEvery } : {};
}

interface FileNamingProps {
  /** Our number of it. */
  readonly no: string;
  readonly fileName: string;
  readonly createTime: string;
  /** Which one it is and when it came: `{time}` stands where the time goes. */
  readonly imported: string;
  /** What else the words name. */
  readonly named: Readonly<Record<string, string | number>>;
}

/** By what a file of others is known: our number, its name, its own number and when it came. */
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
  /** What is said below it in small. */
  readonly note?: ReactNode;
  /** It is still to be explained. */
  readonly isOpen?: boolean;
}

/** A figure at the head of a file, with what it means below it. */
export const FileFigure = ({ title, children, note, isOpen = false }: FigureProps) => (
  <div>
    <dt>{title}</dt>
    <dd className={isOpen ? "lines-late" : undefined}>
      {children}
      {note ? <small>{note}</small> : null}
    </dd>
  </div>
);

/** A checksum, told from others by its ends. */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

/** What is open by its age, the youngest first. */
export const byAge = <Counted extends { readonly age: ReconAge }>(open: readonly Counted[]): Counted[] =>
  ReconAge.options.flatMap((age) => open.filter((one) => one.age === age));
