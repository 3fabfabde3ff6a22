import { DeclineCode } from "@countinghouse/contract/decline-codes.ts";
import type { Enumeration } from "@countinghouse/contract/kit/enumeration.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { AttemptStatus, OrderStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { dayOf } from "@countinghouse/ui/cells/instant.ts";
import { ListFilter } from "lucide-react";
import { call } from "../../platform/api/client.ts";
import { type FilterValue, filterInputs, writeFilter } from "../../platform/pages/list-address.ts";
import { filtersOf, type PagedResource } from "../../platform/pages/paged-resource.ts";
import { paymentMode } from "../../platform/session/payment-mode.ts";
import { paletteMessages } from "./palette.messages.ts";
import type { PaletteItem, PaletteProvider } from "./palette-store.ts";
import { type TypedFilters, typedFilters } from "./typed-search.ts";

/** The used part of a page's answer. */
interface Total {
  readonly total: number;
  readonly totalIsExact: boolean;
}

type Context = Parameters<PaletteProvider["search"]>[1];

/** A list that can be opened by typed filters. */
interface SearchableList {
  readonly resource: PagedResource;
  readonly path: string;
  /** The list's filters for a typed phrase; undefined where it cannot express a part of it. */
  filters(typed: TypedFilters): Readonly<Record<string, FilterValue>> | undefined;
}

const many = (name: string, value: string | undefined): Readonly<Record<string, FilterValue>> =>
  value ? { [name]: { kind: "many", values: [value] } } : {};

/** Applies to attempts, and to orders by their last attempt: both lists are offered. */
const declined = AttemptStatus.Declined;

const lists: readonly SearchableList[] = [
  {
    resource: coinOrder,
    path: "/trade/order",
    filters: ({ amount, days, orderStatus, attemptStatus, declineCode }) =>
      !orderStatus && attemptStatus !== declined && (attemptStatus || declineCode)
        ? undefined
        : {
            ...many("status", orderStatus),
            ...(attemptStatus === declined ? { isDeclined: { kind: "one", value: true } as const } : {}),
            ...(amount ? { amount } : {}),
            ...(days ? { orderTime: days } : {}),
          },
  },
  {
    resource: paymentAttempt,
    path: "/trade/attempt",
    filters: ({ amount, days, attemptStatus, declineCode }) =>
      amount || !(attemptStatus || declineCode)
        ? undefined
        : {
            ...many("status", attemptStatus),
            ...many("declineCode", declineCode),
            ...(days ? { startedTime: days } : {}),
          },
  },
];

const wordOf = (enumeration: Enumeration<string>, value: string | undefined, locale: Locale): string | undefined =>
  enumeration.memberOf(value)?.text[locale];

/** An amount range as text: `> 100.00 BRL`, `100.00 BRL – 200.00 BRL`. */
function amountWords({ amount }: TypedFilters, language: Locale): string | undefined {
  if (!amount) return undefined;
  const {
    currency,
    range: [from, to],
  } = amount;
  const write = (minor: string) => formatMoney(fromWire(minor, currency), { language });
  if (from !== null && to !== null) return `${write(from)} – ${write(to)}`;
  return from === null ? `≤ ${write(to ?? "0")}` : `≥ ${write(from)}`;
}

function titleOf({ resource }: SearchableList, typed: TypedFilters, locale: Locale): string {
  const [first, last] = typed.days?.range ?? [];
  return [
    resource.messages[locale].title,
    resource === coinOrder
      ? wordOf(
          typed.attemptStatus === declined ? AttemptStatus : OrderStatus,
          typed.attemptStatus === declined ? declined : typed.orderStatus,
          locale,
        )
      : (wordOf(AttemptStatus, typed.attemptStatus, locale) ?? wordOf(DeclineCode, typed.declineCode, locale)),
    amountWords(typed, locale),
    first === last ? first : `${first} – ${last}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/**
 * Lists that match a typed phrase (`declined today`, `>100 BRL`), with their counts. The reader can save them there as
 * views.
 */
export async function searchLists(
  text: string,
  { locale, timeZone, signal }: Context,
  mayRead: (resource: PagedResource) => boolean,
): Promise<readonly PaletteItem[]> {
  const typed = typedFilters(text, dayOf(Date.now(), timeZone));
  if (!typed) return [];
  const mode = paymentMode.get();
  const items = lists.map(async (list): Promise<readonly PaletteItem[]> => {
    const filters = list.filters(typed);
    if (!filters || !mayRead(list.resource)) return [];
    const input = { ...filterInputs({ filters }, filtersOf(list.resource), timeZone, Date.now()), mode, pageSize: 1 };
    const { total, totalIsExact } = (await call(list.resource, "page", input as never, { signal })) as Total;
    const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, writeFilter(value)]));
    return [
      {
        key: `list-${list.resource.name}`,
        title: titleOf(list, typed, locale),
        detail: fill(paletteMessages[locale].listed, { count: totalIsExact ? total : `${total}+` }),
        icon: <ListFilter size={16} aria-hidden />,
        run: (navigate) => navigate(`${list.path}?${query}`),
      },
    ];
  });
  return (await Promise.all(items)).flat();
}
