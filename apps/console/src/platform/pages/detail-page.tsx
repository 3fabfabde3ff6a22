import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import type { OperationName, Resource, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { IdCell, middleCut } from "@countinghouse/ui/cells/id-cell.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { FailureState } from "@countinghouse/ui/feedback/failure-state.tsx";
import { Skeleton, Tabs } from "antd";
import { type ReactNode, useMemo } from "react";
import { useSearchParams } from "react-router";
import { CallError } from "../api/call-error.ts";
import { useWords } from "../i18n/use-words.ts";
import { useAnswer } from "../pickers/use-answer.ts";
import { FieldCell } from "./field-cell.tsx";
import type { FormsOfPage } from "./form-declaration.ts";
import { fieldFacts } from "./list-columns.tsx";
import "./pages.css";
import { usePageName } from "./page-name.ts";
import { type AnyRow, nameOf } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";
import { type RowAction, useRowActions } from "./row-actions.tsx";

type Detailed = Resource & { readonly operations: { readonly detail: Resource["operations"][string] } };
type RecordIn<R extends Detailed> = ResultOf<R["operations"]["detail"]>;

/** One of several views of a record. */
export interface DetailTab<Row> {
  /** Its name in the address. */
  readonly key: string;
  readonly label: string;
  readonly content: (row: Row) => ReactNode;
}

export interface DetailPageProps<R extends Detailed> {
  readonly resource: R;
  readonly id: string | number;
  readonly actions?: readonly RowAction<OperationName<R>, RecordIn<R>>[];
  readonly lifecycle?: Lifecycle;
  readonly forms?: FormsOfPage;
  readonly nameField?: string;
  /** The heading, where a record is known by more than its name: an order by its amount. */
  readonly heading?: (row: RecordIn<R>) => ReactNode;
  /** Where the record stands, where its status alone does not say it. */
  readonly state?: (row: RecordIn<R>) => ReactNode;
  /** Under the heading: which record it is. Its kind and id unless told. */
  readonly sub?: (row: RecordIn<R>) => ReactNode;
  /** Views of the record; the chosen one is in the address. */
  readonly tabs?: readonly DetailTab<RecordIn<R>>[];
  /** What stands above the tabs, or all there is. */
  readonly children?: (row: RecordIn<R>) => ReactNode;
  /** Called after an action took the record away. */
  onGone?(): void;
}

const noActions: readonly never[] = [];

/** One record as a page: name, state, what can be done with it while its state allows, and its views. */
export function DetailPage<R extends Detailed>(props: DetailPageProps<R>) {
  const { resource, id, actions: declared = noActions, lifecycle, forms, nameField, onGone } = props;
  const words = useWords(pagesMessages);
  const { data, error, isPending, refetch } = useAnswer(resource as Resource, "detail", { id } as never);
  const row = data as AnyRow | undefined;
  const heading = row && props.heading?.(row as RecordIn<R>);
  usePageName(typeof heading === "string" ? heading : row && middleCut(nameOf(row, nameField)));
  const rows = useMemo(() => (row ? [row] : []), [row]);
  const actions = useRowActions({
    resource,
    actions: declared as never,
    lifecycle,
    forms,
    nameField,
    rows,
    ...(onGone ? { onGone } : {}),
  });
  if (row)
    return (
      <div className="ch-page">
        <DetailHead {...props} row={row} buttons={actions.inHead(row)} />
        {props.children?.(row as RecordIn<R>)}
        {props.tabs && <DetailTabs tabs={props.tabs} row={row as RecordIn<R>} />}
        {actions.layer}
      </div>
    );
  if (isPending)
    return (
      <div className="ch-page" role="status" aria-label={words.loading}>
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    );
  if (error instanceof CallError && error.status !== 404)
    return (
      <FailureState failure={{ message: error.message, requestId: error.requestId, retry: () => void refetch() }} />
    );
  return <EmptyState picture="lens" title={words.notThere} />;
}

interface DetailHeadProps<R extends Detailed> extends DetailPageProps<R> {
  readonly row: AnyRow;
  readonly buttons: ReactNode;
}

function DetailHead<R extends Detailed>({
  resource,
  id,
  nameField,
  heading,
  state,
  sub,
  row,
  buttons,
}: DetailHeadProps<R>) {
  const title = useWords(resource).title;
  const record = row as RecordIn<R>;
  return (
    <header className="ch-detail-page-head">
      <div className="ch-grow">
        <div className="ch-detail-page-line">
          <h1 className="ch-detail-page-title">{heading?.(record) ?? nameOf(row, nameField)}</h1>
          {state?.(record) ??
            ("status" in row && <FieldCell facts={fieldFacts(resource, "status")} field="status" row={row} />)}
        </div>
        <div className="ch-detail-page-sub">
          {sub?.(record) ?? (
            <>
              {title} <IdCell value={id} />
            </>
          )}
        </div>
      </div>
      {buttons}
    </header>
  );
}

function DetailTabs<Row>({ tabs, row }: { tabs: readonly DetailTab<Row>[]; row: Row }) {
  const [query, setQuery] = useSearchParams();
  const choose = (key: string) => {
    const next = new URLSearchParams(query);
    next.set("tab", key);
    setQuery(next, { replace: true });
  };
  const wanted = query.get("tab");
  const active = tabs.find(({ key }) => key === wanted) ?? tabs[0];
  return (
    <Tabs
      {...(active ? { activeKey: active.key } : {})}
      onChange={choose}
      items={tabs.map(({ key, label, content }) => ({
        key,
        label,
        children: key === active?.key ? content(row) : null,
      }))}
    />
  );
}
