import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { type OperationName, permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { FailureBar } from "@countinghouse/ui/feedback/failure-state.tsx";
import { DataTable } from "@countinghouse/ui/table/data-table.tsx";
import { shownTotal } from "@countinghouse/ui/table/pager.tsx";
import type { ComponentType, ReactNode } from "react";
import { Allowed, useMay } from "../access/allowed.tsx";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { useIsOfMerchant } from "../session/session.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { EmptyList, UnreadFilters } from "./empty-list.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { FilterBar } from "./filter-bar.tsx";
import type { EditFields, FormsOfPage } from "./form-declaration.ts";
import type { ListColumn } from "./list-columns.tsx";
import { ListPager } from "./list-pager.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import "./pages.css";
import { isAdding, type PageAction, PageActions } from "./page-actions.tsx";
import { type AnyRow, idOf, type PagedResource, type RowField, type RowOf } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";
import { PhoneDock } from "./phone-dock.tsx";
import { PhoneRows } from "./phone-rows.tsx";
import type { RowAction } from "./row-actions.tsx";
import { RowDrawer } from "./row-drawer.tsx";
import { SavedViews } from "./saved-views.tsx";
import { type ListPageState, useListPage } from "./use-list-page.ts";

export interface ListPageProps<R extends PagedResource> {
  readonly resource: R;
  /** What the server tells when its records change: they are read again. */
  readonly topic?: string;
  /** Fields by name, or columns with something of their own. Declared outside the component, so that they stay the same. */
  readonly columns: readonly ListColumn<RowOf<R>, RowField<R> | (string & {})>[];
  readonly rowActions?: readonly RowAction<OperationName<R>, RowOf<R>>[];
  readonly bulkActions?: readonly OperationName<R>[];
  /** In the head, beside the export; `add` is the last and stands out. Adding alone unless told, where there is that. */
  readonly pageActions?: readonly PageAction<OperationName<R>>[];
  /** Fields of the form that adds a record and changes one; those that the operation at hand takes. */
  readonly fields?: EditFields<R>;
  /** In their place, or beside them for other operations: what these do not say of their forms by themselves. */
  readonly forms?: FormsOfPage;
  readonly lifecycle?: Lifecycle;
  /** What the drawer shows; the record's facts unless told. */
  readonly detail?: ComponentType<{ readonly row: RowOf<R> }>;
  /** The drawer's heading, where people know a record by more than its name; the name then stands above it. */
  readonly heading?: ComponentType<{ readonly row: RowOf<R> }>;
  /** The field people call a record by. */
  readonly nameField?: RowField<R>;
  /** The drawer reads its record by itself too: it says more than its row. */
  readonly isRead?: boolean;
  /** Filters the page itself sets, such as the kind on one of several tabs. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Between the title and the filters: counters, tabs. */
  readonly above?: ReactNode | ((page: ListPageState) => ReactNode);
  /** Between the rows and the pager: totals of everything the filters match. */
  readonly below?: (page: ListPageState) => ReactNode;
  /** Beside the export button. */
  readonly tools?: ReactNode;
}

/** A filtered, sorted, paged list of a resource with its drawer, its forms, its export and its memory. */
export function ListPage<R extends PagedResource>(props: ListPageProps<R>) {
  const { resource, nameField, above, below, heading, detail } = props;
  const page = useListPage({ ...props, forms: pageFormsOf(props) } as never);
  const { control, list, isPhone, actions } = page;
  const { address, change } = control;
  const isUnread = isUnreadIn(page);
  const filterBar = { resource, control, without: page.settled };
  return (
    <div className={address.open ? "ch-page ch-list ch-list-open" : "ch-page ch-list"}>
      <div className="ch-list-main">
        <ListHead {...props} page={page} />
        {typeof above === "function" ? !isUnread && above(page) : above}
        {!isPhone && <FilterBar {...filterBar} />}
        <section className="ch-card ch-list-card">
          <ListBar {...props} page={page} />
          {list.lateFailure && <FailureBar failure={list.lateFailure} />}
          <ListRows {...props} page={page} />
          {!isUnread && below?.(page)}
          {!isUnread && <ListPager page={page} />}
        </section>
        {isPhone && <PhoneDock {...filterBar} />}
      </div>
      {address.open && (
        <RowDrawer
          resource={resource}
          id={address.open}
          rows={list.rows}
          nameField={nameField}
          isRead={props.isRead ?? false}
          heading={heading as never}
          detail={detail as never}
          actions={actions.inHead}
          onOpen={(id) => change({ open: id })}
        />
      )}
      {actions.layer}
    </div>
  );
}

const pageActionsOf = <R extends PagedResource>({ resource, pageActions }: ListPageProps<R>): readonly PageAction[] =>
  pageActions ?? ("add" in resource.operations ? ["add"] : []);

const pageFormsOf = <R extends PagedResource>({ fields, forms }: ListPageProps<R>): FormsOfPage | undefined =>
  fields ? { edit: { fields: fields as readonly never[] } } : forms;

/** Whether the address asks for something that the list cannot read, so that it shows nothing. */
const isUnreadIn = ({ control }: ListPageState): boolean => Object.keys(control.address.unread).length > 0;

type PartProps<R extends PagedResource> = ListPageProps<R> & { readonly page: ListPageState };

function ListHead<R extends PagedResource>({ page, ...props }: PartProps<R>) {
  const { resource, tools } = props;
  const pageActions = pageActionsOf(props);
  const given = { resource, forms: pageFormsOf(props) };
  const title = useWords(resource).title;
  const locale = useLocale();
  const isOfMerchant = useIsOfMerchant();
  // A shop that has no records yet is not offered to take them out.
  const hasNothing = isOfMerchant && page.list.answer?.total === 0;
  const isField = (key: string) => key in resource.record.shape;
  const fields = page.columns.shown.map(({ key }) => key).filter(isField);
  const every = page.columns.choices.map(({ key }) => key).filter(isField);
  return (
    <header className="ch-page-head">
      <h1>{(isOfMerchant && resource.menu?.ownTitle?.[locale]) || title}</h1>
      {!page.isPhone && <SavedViews resource={resource} control={page.control} />}
      <span className="ch-grow" />
      {tools}
      <PageActions {...given} actions={pageActions.filter((action) => !isAdding(action))} />
      {"export" in resource.operations && !isUnreadIn(page) && !hasNothing && (
        <Allowed need={permissionOf(resource.name, "export")}>
          <ExportMenu resource={resource} columns={fields} all={every} filter={page.filter} />
        </Allowed>
      )}
      {pageActions.some(isAdding) && <PageActions {...given} actions={pageActions.filter(isAdding)} />}
    </header>
  );
}

function ListBar<R extends PagedResource>({ resource, bulkActions = [], nameField, page }: PartProps<R>) {
  const words = useWords(pagesMessages);
  const { selection, columns, list } = page;
  if (selection.rows.length > 0)
    return (
      <BulkActions
        resource={resource}
        actions={bulkActions}
        rows={selection.rows}
        nameField={nameField}
        onLeft={selection.keep}
      />
    );
  const { answer } = list;
  const count = answer ? fill(words.records, { count: shownTotal(answer.total, answer.totalIsExact) }) : "";
  return (
    <ListToolbar
      resource={resource}
      count={count}
      limitedBy={answer?.limitedBy ?? null}
      columns={columns}
      onRefresh={list.refresh}
    />
  );
}

function ListRows<R extends PagedResource>({ page, ...props }: PartProps<R>) {
  const { resource, bulkActions = [], heading, nameField } = props;
  const adding = { resource, forms: pageFormsOf(props), actions: pageActionsOf(props).filter(isAdding) };
  const { control, columns, list, selection, actions, isPhone } = page;
  const may = useMay();
  const label = useWords(resource).title;
  if (isUnreadIn(page)) return <UnreadFilters resource={resource} control={control} />;
  const canChoose = bulkActions.some((action) => may(permissionOf(resource.name, action)));
  const { address, change } = control;
  const given = {
    rows: list.rows,
    columns: columns.shown,
    state: list.state,
    label,
    empty: <EmptyList resource={resource} page={page} create={<PageActions {...adding} isAgain />} />,
    onOpen: (row: AnyRow) => change({ open: idOf(row) }),
  };
  if (isPhone) return <PhoneRows {...given} heading={heading as never} nameField={nameField} />;
  return (
    <DataTable
      {...given}
      rowKey={idOf}
      sort={address.sort ?? resource.operations.page.list.defaultSort}
      onSort={control.sortBy}
      selection={canChoose ? selection : undefined}
      openKey={address.open}
      actions={actions.inRowOf(list.rows)}
      onResize={columns.resize}
    />
  );
}
