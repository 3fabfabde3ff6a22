import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { MerchantStatus } from "@countinghouse/contract/merchants/merchant/merchant-enumerations.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { AttemptStatus, OrderStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { DueStatus } from "@countinghouse/contract/payments/payment-due/due-enumerations.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { readNumber } from "@countinghouse/contract/platform/record-number.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MenuIcon } from "@countinghouse/ui/icons/menu-icon.tsx";
import { call } from "../../platform/api/client.ts";
import { session } from "../../platform/session/session.ts";
import { searchLists } from "./list-providers.tsx";
import { paletteMessages } from "./palette.messages.ts";
import { type PaletteItem, type PaletteProvider, registerPaletteProvider } from "./palette-store.ts";
import { piecesOf } from "./typed-search.ts";

type Context = Parameters<PaletteProvider["search"]>[1];

interface Source {
  readonly resource: Resource;
  readonly operation: string;
  /** Whether a text is worth searching for. */
  readonly fits: (text: string) => boolean;
  readonly search: (text: string, context: Context) => Promise<readonly PaletteItem[]>;
}

const moneyIn = (amount: string, currency: string, language: Locale): string =>
  formatMoney(fromWire(amount, currency), { language });

/** Target of a record's result, remembered among the recent ones. */
const leadingTo = (address: string): Pick<PaletteItem, "run" | "address"> => ({
  address,
  run: (navigate) => navigate(address),
});

async function findOrders(text: string, { locale, signal }: Context): Promise<readonly PaletteItem[]> {
  const found = await call(coinOrder, "find", { text }, { signal });
  // A declined order is labelled so, before its status.
  const wordOf = (status: string, isDeclined: boolean) =>
    isDeclined ? AttemptStatus.memberOf("declined")?.text[locale] : OrderStatus.memberOf(status)?.text[locale];
  return found.map(({ id, orderNo, merchantOrderNo, merchantName, status, isDeclined, amount, currency }) => ({
    key: `order-${id}`,
    title: `${orderNo} · ${moneyIn(amount, currency, locale)}`,
    detail: [wordOf(status, isDeclined) ?? status, merchantName, merchantOrderNo].filter(Boolean).join(" · "),
    icon: <MenuIcon name="receipt-text" />,
    ...leadingTo(`/trade/order/${id}`),
  }));
}

const modes = ["live", "test"] as const;

async function findAttempts(attemptNo: string, { locale, signal }: Context): Promise<readonly PaletteItem[]> {
  const pages = await Promise.all(
    modes.map((mode) => call(paymentAttempt, "page", { attemptNo, mode, pageSize: 5 }, { signal })),
  );
  return pages
    .flatMap(({ items }) => items)
    .map(({ id, attemptNo: number, orderId, amount, currency, status, gatewayAccountName }) => ({
      key: `attempt-${id}`,
      title: `${number} · ${moneyIn(amount, currency, locale)}`,
      detail: [AttemptStatus.memberOf(status)?.text[locale], gatewayAccountName].filter(Boolean).join(" · "),
      icon: <MenuIcon name="repeat" />,
      ...leadingTo(`/trade/order/${orderId}`),
    }));
}

/** Unapplied payments, by their own number or their order's. */
async function findDues(text: string, { locale, signal }: Context): Promise<readonly PaletteItem[]> {
  const asked = /^OR/i.test(text) ? { orderNo: text } : { dueNo: text };
  const pages = await Promise.all(
    modes.map((mode) => call(paymentDue, "page", { ...asked, mode, pageSize: 5 }, { signal })),
  );
  return pages
    .flatMap(({ items }) => items)
    .map(({ id, dueNo, orderNo, amount, currency, status }) => ({
      key: `due-${id}`,
      title: `${dueNo} · ${moneyIn(amount, currency, locale)}`,
      detail: [DueStatus.memberOf(status)?.text[locale], orderNo].filter(Boolean).join(" · "),
      icon: <MenuIcon name="undo-2" />,
      ...leadingTo(`/trade/due?open=${id}`),
    }));
}

async function findMerchants(keyword: string, { locale, signal }: Context): Promise<readonly PaletteItem[]> {
  const found = await call(merchant, "list", { keyword }, { signal });
  return found.slice(0, 8).map(({ id, name, merchantNo, status }) => ({
    key: `merchant-${id}`,
    title: name,
    detail: `${merchantNo} · ${MerchantStatus.memberOf(status)?.text[locale] ?? status}`,
    icon: <MenuIcon name="store" />,
    ...leadingTo(`/merchant/merchant?open=${id}`),
  }));
}

async function findEvents(eventId: string, { signal }: Context): Promise<readonly PaletteItem[]> {
  const { items } = await call(webhook, "page", { eventId, pageSize: 5 }, { signal });
  return items.map(({ id, eventType, objectNo, endpointName }) => ({
    key: `event-${id}`,
    title: `${eventType} · ${objectNo}`,
    detail: endpointName,
    icon: <MenuIcon name="send" />,
    ...leadingTo(`/integration/webhooks?eventId=${encodeURIComponent(eventId)}&open=${id}`),
  }));
}

/**
 * Whether a text may be a record number with one of these prefixes; of a partial number, more than the prefix and a
 * digit.
 */
const isNumber =
  (...marks: readonly string[]) =>
  (text: string): boolean =>
    text.length > 3 && marks.some((mark) => readNumber(text.toUpperCase(), mark) !== undefined);

/** Searchable records, by the identifiers people usually have. */
const sources: readonly Source[] = [
  { resource: coinOrder, operation: "find", fits: (text) => text.length >= 3, search: findOrders },
  { resource: paymentAttempt, operation: "page", fits: isNumber("AT"), search: findAttempts },
  { resource: paymentDue, operation: "page", fits: isNumber("PD", "OR"), search: findDues },
  { resource: merchant, operation: "list", fits: (text) => text.length >= 2, search: findMerchants },
  { resource: webhook, operation: "page", fits: (text) => /^evt_\w{4,}/.test(text), search: findEvents },
];

/** Results for each piece of a pasted text, in order and without duplicates. */
async function searchPieces({ fits, search }: Source, text: string, context: Context): Promise<readonly PaletteItem[]> {
  const perPiece = await Promise.all(
    piecesOf(text)
      .filter(fits)
      .map((piece) => search(piece, context)),
  );
  return [...new Map(perPiece.flat().map((item) => [item.key, item])).values()];
}

/** Registers every search the reader may use. Called again after another sign-in, it replaces them. */
export function registerRecordProviders(): void {
  const { permissions } = session.get();
  const may = (resource: Resource, operation: string) => permissions.has(permissionOf(resource.name, operation));
  registerPaletteProvider({
    id: "lists",
    title: (locale) => paletteMessages[locale].lists,
    search: (text, context) => searchLists(text, context, (resource) => may(resource, "page")),
  });
  for (const source of sources) {
    const { resource, operation } = source;
    if (!may(resource, operation)) continue;
    registerPaletteProvider({
      id: resource.name,
      title: (locale) => resource.messages[locale].title,
      search: (text, context) => searchPieces(source, text, context),
    });
  }
}
