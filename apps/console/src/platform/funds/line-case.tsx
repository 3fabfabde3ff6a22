import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { LongTextInput } from "@countinghouse/ui/fields/inputs.tsx";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { useMay } from "../access/allowed.tsx";
import { useOperation } from "../api/use-operation.ts";
import { useWords } from "../i18n/use-words.ts";
import { pagesMessages } from "../pages/pages.messages.ts";
import { Answered } from "../pickers/answered.tsx";
import { useAnswer } from "../pickers/use-answer.ts";
import { linesMessages } from "./lines.messages.ts";
import "./funds.css";
import "./lines.css";

interface LineSidesProps {
  /** The line's side in the file. */
  readonly ofFile: string;
  readonly children: ReactNode;
}

/** Both sides of a line, by field. */
export const LineSides = ({ ofFile, children }: LineSidesProps) => (
  <table className="lines-sides">
    <thead>
      <tr>
        <td />
        <th scope="col">{ofFile}</th>
        <th scope="col">{useWords(linesMessages).ourBooks}</th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

interface SideProps {
  readonly name: string;
  readonly file?: ReactNode;
  readonly ours?: ReactNode;
  readonly differs?: boolean;
}

/** A field's value in the file and in our books. */
export const Side = ({ name, file, ours, differs = false }: SideProps) => (
  <tr className={differs ? "lines-differs" : undefined}>
    <th scope="row">{name}</th>
    <td>{file || "–"}</td>
    <td>{ours || "–"}</td>
  </tr>
);

interface LineEndedProps {
  readonly title: string;
  /** Kind of resolution. */
  readonly how: string | undefined;
  readonly line: {
    readonly resolveUserName: string | null;
    readonly resolveTime: string | null;
    readonly remark: string | null;
  };
  readonly children?: ReactNode;
}

/** How a line was resolved, by whom and why. */
export const LineEnded = ({ title, how, line, children }: LineEndedProps) => (
  <div className="lines-deed">
    <h3>{title}</h3>
    <p className="funds-quiet">
      {[how, line.resolveUserName].filter(Boolean).join(" · ")}{" "}
      {line.resolveTime ? <TimeCell value={line.resolveTime} /> : null}
    </p>
    {line.remark ? <p>{line.remark}</p> : null}
    {children}
  </div>
);

interface LineDeedProps<Deed extends string, Plan> {
  /** Resource of the lines, with `plan`, `resolve` and `settle`. */
  readonly resource: Resource;
  /** Resource of the files, which change with their lines. */
  readonly files: Resource;
  /** Whether it is in suspense, and so settled to a cause. */
  readonly isSuspended: boolean;
  /** Heading of the causes. */
  readonly settleTo: string;
  readonly offered: readonly Deed[];
  /** Lines resolved together. */
  readonly lines: readonly { readonly id: string; readonly version: number }[];
  readonly children: ReactNode;
  nameOf(deed: Deed): string;
  /** Effects of a resolution. */
  effects(plan: Plan): ReactNode;
  onEnded(): void;
}

/** Resolves lines with a reason, after showing the effects. */
export function LineResolutionForm<Deed extends string, Plan>(props: LineDeedProps<Deed, Plan>) {
  const { resource, files, isSuspended, settleTo, offered, lines, children, nameOf, onEnded } = props;
  const words = useWords(linesMessages);
  const pages = useWords(pagesMessages);
  const may = useMay();
  const operation = isSuspended ? "settle" : "resolve";
  const { attempt, isRunning } = useOperation(resource, operation, { alsoChanges: [files] });
  const [chosen, setChosen] = useState<Deed>();
  const [reason, setReason] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const items = lines.map(({ id, version }) => ({ id, version }));
  const end = async () => {
    setIsAsked(true);
    if (!reason.trim()) return;
    if (await attempt({ items, [isSuspended ? "cause" : "resolution"]: chosen, reason } as never)) onEnded();
  };
  if (!may(`${resource.name}:${operation}`)) return null;
  return (
    <div className="lines-deed">
      <h3>{isSuspended ? settleTo : words.doIt}</h3>
      <div className="lines-choices">
        {offered.map((one) => (
          <Button key={one} size="small" type={chosen === one ? "primary" : "default"} onClick={() => setChosen(one)}>
            {nameOf(one)}
          </Button>
        ))}
      </div>
      {chosen ? (
        <Planned {...props} deed={chosen}>
          <LineReason
            value={reason}
            error={isAsked && !reason.trim() ? pages.required : undefined}
            onChange={setReason}
          />
          <div>
            <Button type="primary" loading={isRunning} onClick={() => void end()}>
              {fill(words.confirm, { what: nameOf(chosen), count: items.length })}
            </Button>
          </div>
        </Planned>
      ) : null}
      {children}
    </div>
  );
}

type PlannedProps<Plan> = Pick<LineDeedProps<string, Plan>, "resource" | "lines" | "effects" | "children"> & {
  readonly deed: string;
};

/** Effects of a resolution, or why it does not apply. */
function Planned<Plan>({ resource, lines, deed, effects, children }: PlannedProps<Plan>) {
  const answer = useAnswer(resource, "plan", { ids: lines.map(({ id }) => id), resolution: deed } as never);
  return (
    <Answered answer={answer}>
      {(plan) => (
        <>
          {effects(plan as Plan)}
          {children}
        </>
      )}
    </Answered>
  );
}

interface LineReasonProps {
  readonly value: string;
  readonly error?: string | undefined;
  onChange(reason: string): void;
}

/** Reason of a resolution. */
export const LineReason = ({ value, error, onChange }: LineReasonProps) => (
  <Field label={useWords(linesMessages).reasonLabel} isRequired isWide error={error}>
    {(facts) => <LongTextInput facts={facts} value={value} onChange={(next) => onChange(next ?? "")} />}
  </Field>
);

/** Our records are searched only on request. */
export function FindRecord({ children }: { readonly children: ReactNode }) {
  const words = useWords(linesMessages);
  const [isAsked, setIsAsked] = useState(false);
  if (isAsked) return children;
  return (
    <div>
      <Button size="small" onClick={() => setIsAsked(true)}>
        {words.findRecord}
      </Button>
    </div>
  );
}
