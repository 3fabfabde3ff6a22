import { allows, type Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { operationOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { MenuButton } from "@countinghouse/ui/layout/menu-button.tsx";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import type { RowButtons as TableButtons } from "@countinghouse/ui/table/pinned.ts";
import { Button, Modal } from "antd";
import { Ellipsis } from "lucide-react";
import { type ReactNode, useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { useMay } from "../access/allowed.tsx";
import { useOperation } from "../api/use-operation.ts";
import { useLocale, useWords, wordsIn } from "../i18n/use-words.ts";
import { useSession } from "../session/session.ts";
import { createStore, type Store, useStore } from "../state/store.ts";
import { ActionForm } from "./action-form.tsx";
import { AskOnce } from "./ask-once.tsx";
import type { FormsOfPage } from "./form-declaration.ts";
import { shapeOf } from "./form-draft.ts";
import { useFormsElsewhere } from "./forms-elsewhere.ts";
import { draftsOf } from "./kept-draft.ts";
import { type AnyRow, idOf, nameOf } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";
import type { ConfirmQuestion } from "./use-confirm.tsx";

/**
 * Something to do with a row: an operation that is run after a question, or one that is done in a form. `when` says for
 * which rows it can succeed, where the lifecycle does not; declare it outside the page. Its form is the one that the page's
 * `forms` declare for it, or follows from the operation's input. An operation of another `resource` that is about the row,
 * such as the refund of an order, opens the form that the page of that resource declares, on this row.
 */
export type RowAction<Name extends string = string, Row = AnyRow> =
  | Name
  | { readonly action: Name; readonly resource?: undefined; readonly when?: (row: Row) => boolean }
  /** Adds another record that starts as this one. */
  | { readonly action: "copy"; readonly resource?: undefined; readonly when?: (row: Row) => boolean }
  | { readonly action: string; readonly resource: Resource; readonly when?: (row: Row) => boolean };

/** An action as the pages handle it, of any resource. */
interface AnyAction {
  readonly name: string;
  /** Whose operation it is. */
  readonly owner: Resource;
  readonly when: ((row: AnyRow) => boolean) | undefined;
  /** Starts from the row and leaves it as it is. */
  readonly isCopy: boolean;
}

/** Tells a copy from adding below the row. */
const keyOf = ({ name, isCopy }: AnyAction): string => (isCopy ? "copy" : name);

/** Verbs that take something away for good. */
const isDestructive = (operation: string): boolean => /^(delete|batchDelete|clear|remove)/.test(operation);

const isCopying = (action: RowAction<string, never>, resource: Resource): boolean =>
  typeof action !== "string" && action.action === "copy" && !("resource" in action) && !("copy" in resource.operations);

function anyAction(resource: Resource, action: RowAction<string, never>): AnyAction {
  if (typeof action === "string") return { name: action, owner: resource, when: undefined, isCopy: false };
  const when = action.when as AnyAction["when"];
  if (isCopying(action, resource)) return { name: "add", owner: resource, when, isCopy: true };
  return { name: action.action, owner: action.resource ?? resource, when, isCopy: false };
}

interface RowActionsInput {
  readonly resource: Resource;
  readonly actions: readonly RowAction<string, never>[];
  /** Decides by the row's `status` which actions can succeed. */
  readonly lifecycle?: Lifecycle | undefined;
  readonly forms?: FormsOfPage | undefined;
  readonly nameField?: string | undefined;
  /** Those on the page: a form that was left with something typed opens again on its row. */
  readonly rows?: readonly AnyRow[] | undefined;
  /** Called after an action took a row away. */
  onGone?(row: AnyRow): void;
}

/** Actions on rows: which of them a row offers, their buttons, and the question or the form they open. */
export interface RowActions {
  readonly isEmpty: boolean;
  /** For the end of a row: the first action and a menu of the others. The same function until what it offers changes. */
  inRow(row: AnyRow): ReactNode;
  /** `inRow` for a table that shows these rows; nothing where none of them offers an action, so that no column is kept. */
  inRowOf(rows: readonly AnyRow[]): TableButtons<AnyRow> | undefined;
  /** For the head of a detail: all of them as buttons. */
  inHead(row: AnyRow): ReactNode;
  /** The open question or form; rendered once by the page. */
  readonly layer: ReactNode;
}

/** An action somebody chose for a row and that has not ended. */
interface Begun {
  readonly action: AnyAction;
  readonly row: AnyRow;
}

/** Offers a row's actions to those who may, while its state allows them, and runs them. */
export function useRowActions({ resource, actions, lifecycle, rows, ...given }: RowActionsInput): RowActions {
  const may = useMay();
  const locale = useLocale();
  // Followed by the layer alone: opening and closing a form leaves the rows of the page undrawn.
  const [begun] = useState(() => createStore<Begun | undefined>(undefined));
  const offered = useUnchanged(
    actions.map((action) => anyAction(resource, action)).filter(({ name, owner }) => isPermitted(owner, name, may)),
  );
  useLeftForms({ resource, rows, lifecycle }, offered, begun);
  const buttonsOf = useCallback(
    (row: AnyRow): ButtonsProps => ({
      actions: offered.filter((action) => canSucceed(action, action.owner === resource ? lifecycle : undefined, row)),
      labelOf: (action) => labelIn(action, locale),
      onStart: (action) => begun.set({ action, row }),
    }),
    [offered, resource, lifecycle, locale, begun],
  );
  const inRow = useCallback((row: AnyRow) => <RowButtons {...buttonsOf(row)} />, [buttonsOf]);
  const mostOf = (rows: readonly AnyRow[]) => Math.max(0, ...rows.map((row) => buttonsOf(row).actions.length));
  return {
    isEmpty: offered.length === 0,
    inRow,
    // While there are no rows yet the column keeps its place.
    inRowOf: (rows) => {
      const most = rows.length === 0 ? offered.length : mostOf(rows);
      return most === 0 ? undefined : { draw: inRow, isFloating: most === 1 };
    },
    inHead: useCallback((row) => <HeadButtons {...buttonsOf(row)} />, [buttonsOf]),
    layer: <ActionLayer {...given} begun={begun} resource={resource} />,
  };
}

/** Opens a form again that was left with something typed, once its row is there: after a reload, say. */
function useLeftForms(
  { resource, rows, lifecycle }: Pick<RowActionsInput, "resource" | "rows" | "lifecycle">,
  offered: readonly AnyAction[],
  begun: Store<Begun | undefined>,
): void {
  const userId = useSession(({ user }) => user?.id) ?? 0;
  const isLooked = useRef(false);
  useEffect(() => {
    if (isLooked.current || !rows || rows.length === 0) return;
    isLooked.current = true;
    for (const owner of new Set([resource, ...offered.map((action) => action.owner)]))
      for (const { operation, id } of draftsOf(owner.name, userId)) {
        const action = offered.find((one) => !one.isCopy && one.owner === owner && one.name === operation);
        const row = rows.find((one) => idOf(one) === id);
        // What the record's state no longer allows stays closed, whatever was typed before.
        const ofPage = action?.owner === resource ? lifecycle : undefined;
        if (action && row && canSucceed(action, ofPage, row)) return begun.set({ action, row });
      }
  }, [resource, rows, lifecycle, offered, begun, userId]);
}

/** The actions as they were before, while none of them differs: pages write them in place, and rows go by identity. */
function useUnchanged(actions: readonly AnyAction[]): readonly AnyAction[] {
  const kept = useRef(actions);
  const isSame =
    kept.current.length === actions.length &&
    actions.every(({ name, owner, when, isCopy }, at) => {
      const before = kept.current[at];
      return before?.name === name && before.owner === owner && before.when === when && before.isCopy === isCopy;
    });
  if (!isSame) kept.current = actions;
  return kept.current;
}

interface ActionLayerProps extends Pick<RowActionsInput, "resource" | "forms" | "nameField" | "onGone"> {
  readonly begun: Store<Begun | undefined>;
}

/** Never opens: while it is there, the kit keeps the style of dialogs instead of working it out for each that opens. */
const dialogStyle = <Modal open={false} />;

function ActionLayer({ begun, ...given }: ActionLayerProps) {
  const wanted = useStore(begun);
  // A dialog is drawn in slices, so that the click stays free; it goes at once.
  const drawn = useDeferredValue(wanted);
  const open = wanted && drawn;
  return (
    <>
      {dialogStyle}
      {open && <OpenAction {...given} open={open} onEnd={() => begun.set(undefined)} />}
    </>
  );
}

interface OpenActionProps extends Omit<ActionLayerProps, "begun"> {
  readonly open: Begun;
  onEnd(): void;
}

function OpenAction({ open: { action, row }, resource, forms, nameField, onGone, onEnd }: OpenActionProps) {
  const { owner } = action;
  const locale = useLocale();
  const formsElsewhere = useFormsElsewhere()(owner);
  const question = (
    <RunOnRow
      key={`${action.name} ${String(row.id)}`}
      resource={owner}
      label={labelIn(action, locale)}
      running={{ name: action.name, row }}
      nameField={nameField}
      onEnd={(isDone) => {
        onEnd();
        if (isDone && isDestructive(action.name)) onGone?.(row);
      }}
    />
  );
  return (
    <ActionForm
      resource={owner}
      operation={action.name}
      forms={owner === resource ? forms : formsElsewhere}
      {...(action.isCopy ? { copied: row, initial: copyOf(owner, row) } : { record: row })}
      nameField={nameField}
      plain={question}
      onClose={onEnd}
    />
  );
}

/** What a row says of the fields that a new record has. */
function copyOf(resource: Resource, row: AnyRow): object {
  const shape = shapeOf(operationOf(resource, "add").input);
  return Object.fromEntries(Object.entries(row).filter(([field]) => field in shape));
}

/** What an action is called by the words of the resource whose it is. */
const labelIn = ({ name, owner, isCopy }: AnyAction, locale: Locale): string =>
  isCopy
    ? wordsIn(pagesMessages, locale).copy
    : ((wordsIn(owner, locale).actions as Readonly<Record<string, string>>)[name] ?? name);

const isPermitted = (resource: Resource, name: string, may: (need: string) => boolean): boolean =>
  operationOf(resource, name).access !== "permission" || may(permissionOf(resource.name, name));

const isPossible = (lifecycle: Lifecycle | undefined, row: AnyRow, name: string): boolean =>
  !lifecycle || !(name in lifecycle.actions) || allows(lifecycle, String(row.status), name);

const canSucceed = ({ name, when }: AnyAction, lifecycle: Lifecycle | undefined, row: AnyRow): boolean =>
  isPossible(lifecycle, row, name) && (when?.(row) ?? true);

interface ButtonsProps {
  readonly actions: readonly AnyAction[];
  labelOf(action: AnyAction): string;
  onStart(action: AnyAction): void;
}

function RowButtons({ actions, labelOf, onStart }: ButtonsProps) {
  const [first, ...others] = actions;
  return (
    <>
      {first && (
        // By its name: the next state's first action is another button, not a second click on this one.
        <button key={keyOf(first)} type="button" className="ch-btn-link ch-row-first" onClick={() => onStart(first)}>
          {labelOf(first)}
        </button>
      )}
      {others.length > 0 && <MoreButton actions={others} labelOf={labelOf} onStart={onStart} />}
    </>
  );
}

function MoreButton({ actions, labelOf, onStart }: ButtonsProps) {
  const ui = useUiWords();
  const items = actions.map((action) => ({
    key: keyOf(action),
    label: labelOf(action),
    danger: isDestructive(action.name),
  }));
  return (
    <MenuButton
      items={items}
      placement="bottomRight"
      onChoose={(key) => {
        const action = actions.find((one) => keyOf(one) === key);
        if (action) onStart(action);
      }}
    >
      <button type="button" className="ch-icon-btn ch-row-more ch-stays" aria-label={ui.more} aria-haspopup="menu">
        <Ellipsis size={16} aria-hidden="true" />
      </button>
    </MenuButton>
  );
}

function HeadButtons({ actions, labelOf, onStart }: ButtonsProps) {
  const [first, second, ...others] = actions;
  return (
    <span className="ch-head-actions">
      {[first, second].map(
        (action) =>
          action && (
            <Button key={keyOf(action)} danger={isDestructive(action.name)} onClick={() => onStart(action)}>
              {labelOf(action)}
            </Button>
          ),
      )}
      {others.length > 0 && <MoreButton actions={others} labelOf={labelOf} onStart={onStart} />}
    </span>
  );
}

interface Running {
  readonly name: string;
  readonly row: AnyRow;
}

interface RunOnRowProps {
  readonly resource: Resource;
  readonly label: string;
  readonly running: Running;
  readonly nameField: string | undefined;
  onEnd(isDone: boolean): void;
}

/** Asks, by the record's name, and runs the operation with the version that was read. */
function RunOnRow({ resource, label, running: { name, row }, nameField, onEnd }: RunOnRowProps) {
  const words = useWords(pagesMessages);
  const { attempt } = useOperation(resource, name);
  const question: ConfirmQuestion = {
    title: fill(words.confirmTitle, { action: label, name: nameOf(row, nameField) }),
    text: isDestructive(name) ? words.confirmDelete : undefined,
    confirm: label,
    isDangerous: isDestructive(name),
  };
  const one = { id: row.id, ...(typeof row.version === "number" ? { version: row.version } : {}) };
  const input = "ids" in shapeOf(operationOf(resource, name).input) ? { ids: [row.id] } : one;
  return (
    <AskOnce
      question={question}
      onAnswer={async (isConfirmed) => onEnd(isConfirmed && (await attempt(input as never)))}
    />
  );
}
