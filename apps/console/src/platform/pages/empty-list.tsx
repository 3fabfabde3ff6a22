import { fill } from "@countinghouse/contract/kit/locale.ts";
import { PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { platformMessages } from "@countinghouse/contract/platform/platform.messages.ts";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { shownTotal } from "@countinghouse/ui/table/pager.tsx";
import { Button } from "antd";
import type { ReactNode } from "react";
import { useList } from "../api/use-list.ts";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { choosePaymentMode, type PaymentModeName, paymentMode } from "../session/payment-mode.ts";
import { useStore } from "../state/store.ts";
import type { PagedResource } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";
import type { ListPageState } from "./use-list-page.ts";

interface EmptyListProps {
  readonly resource: PagedResource;
  readonly page: ListPageState;
  /** What adds the first record, where the reader may. */
  readonly create: ReactNode;
}

/** Why a list shows nothing: nothing matches, nothing is there yet, or what there is stands in the other book. */
export function EmptyList({ resource, page, create }: EmptyListProps) {
  const words = useWords(pagesMessages);
  const { address, clearFilters, change } = page.control;
  const limitedBy = page.list.answer?.limitedBy;
  const limit = limitedBy ? `${words.limitedBy[limitedBy]} ${words.limitedHint}` : undefined;
  if (address.page > 1 || address.cursor)
    return (
      <EmptyState
        picture="lens"
        title={words.noneOnPage}
        action={<Button onClick={() => change({ page: 1, cursor: undefined })}>{words.firstPage}</Button>}
      />
    );
  if (Object.keys(address.filters).length > 0)
    return (
      <EmptyState
        picture="lens"
        title={words.noMatch}
        hint={limit}
        action={<Button onClick={clearFilters}>{words.clearFilters}</Button>}
      />
    );
  if (!page.settled.includes("mode")) return <EmptyState title={words.noneYet} hint={limit} action={create} />;
  return <EmptyBook resource={resource} filter={page.filter} limit={limit} create={create} />;
}

/** The address holds a filter that the list does not know or cannot read: says which, and shows nothing meanwhile. */
export function UnreadFilters({
  resource,
  control,
}: Pick<EmptyListProps, "resource"> & Pick<ListPageState, "control">) {
  const words = useWords(pagesMessages);
  const labels = useWords(resource).fields as Readonly<Record<string, string>>;
  const separator = useWords(platformMessages).words.listSeparator;
  const unread = Object.entries(control.address.unread).map(([name, text]) =>
    fill(words.unreadFilter, { name: labels[name] ?? name, text: text.slice(0, 60) }),
  );
  return (
    <EmptyState
      picture="lens"
      title={words.unreadTitle}
      hint={unread.join(separator)}
      action={<Button onClick={control.clearUnread}>{words.unreadClear}</Button>}
    />
  );
}

interface EmptyBookProps {
  readonly resource: PagedResource;
  readonly filter: object;
  /** What the reader's data scope leaves of the list, in words. */
  readonly limit: string | undefined;
  readonly create: ReactNode;
}

/** Nothing in live money or in test money: says how much the other one holds. */
function EmptyBook({ resource, filter, limit, create }: EmptyBookProps) {
  const words = useWords(pagesMessages);
  const locale = useLocale();
  const mode = useStore(paymentMode);
  const other: PaymentModeName = mode === "live" ? "test" : "live";
  const asked = "mode" in filter && Array.isArray(filter.mode) ? [other] : other;
  const { answer } = useList(resource, { ...filter, mode: asked, page: 1, pageSize: 1 } as never);
  const nameOf = (name: PaymentModeName) => PaymentMode.memberOf(name)?.text[locale] ?? name;
  const title = fill(words.noneInMode, { mode: nameOf(mode) });
  if (!answer?.total) return <EmptyState title={title} hint={limit} action={create} />;
  const count = shownTotal(answer.total, answer.totalIsExact);
  return (
    <EmptyState
      title={title}
      hint={fill(words.someInMode, { mode: nameOf(other), count })}
      action={<Button onClick={() => choosePaymentMode(other)}>{fill(words.showMode, { mode: nameOf(other) })}</Button>}
    />
  );
}
