import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { MerchantStatus } from "@countinghouse/contract/merchants/merchant/merchant-enumerations.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { OrderStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MenuIcon } from "@countinghouse/ui/icons/menu-icon.tsx";
import { call } from "../../platform/api/client.ts";
import { session } from "../../platform/session/session.ts";
import { type PaletteItem, type PaletteProvider, registerPaletteProvider } from "./palette-store.ts";

type Context = Parameters<PaletteProvider["search"]>[1];

interface Source {
  readonly resource: Resource;
  readonly operation: string;
  /** What a text has to look like to be asked about. */
  readonly fits: (text: string) => boolean;
  readonly search: (text: string, context: Context) => Promise<readonly PaletteItem[]>;
}

const moneyIn = (amount: string, currency: string, language: Locale): string =>
  formatMoney(fromWire(amount, currency), { language });

async function findOrders(text: string, { locale, signal }: Context): Promise<readonly PaletteItem[]> {
  const found = await call(coinOrder, "find", { text }, { signal });
  return found.map(({ id, orderNo, merchantOrderNo, merchantName, status, amount, currency }) => ({
    key: `order-${id}`,
    title: `${orderNo} · ${moneyIn(amount, currency, locale)}`,
    detail: [OrderStatus.memberOf(status)?.text[locale] ?? status, merchantName, merchantOrderNo]
      .filter(Boolean)
      .join(" · "),
    icon: <MenuIcon name="receipt-text" />,
    run: (navigate) => navigate(`/trade/order/${id}`),
  }));
}

async function findAttempts(attemptNo: string, { locale, signal }: Context): Promise<readonly PaletteItem[]> {
  const pages = await Promise.all(
    (["live", "test"] as const).map((mode) =>
      call(paymentAttempt, "page", { attemptNo, mode, pageSize: 5 }, { signal }),
    ),
  );
  return pages
    .flatMap(({ items }) => items)
    .map(({ id, attemptNo: number, orderId, amount, currency, gatewayAccountName }) => ({
      key: `attempt-${id}`,
      title: `${number} · ${moneyIn(amount, currency, locale)}`,
      detail: gatewayAccountName ?? "",
      icon: <MenuIcon name="repeat" />,
      run: (navigate) => navigate(`/trade/order/${orderId}`),
    }));
}

async function findMerchants(keyword: string, { locale, signal }: Context): Promise<readonly PaletteItem[]> {
  const found = await call(merchant, "list", { keyword }, { signal });
  return found.slice(0, 8).map(({ id, name, merchantNo, status }) => ({
    key: `merchant-${id}`,
    title: name,
    detail: `${merchantNo} · ${MerchantStatus.memberOf(status)?.text[locale] ?? status}`,
    icon: <MenuIcon name="store" />,
    run: (navigate) => navigate(`/merchant/merchant?open=${id}`),
  }));
}

async function findEvents(eventId: string, { signal }: Context): Promise<readonly PaletteItem[]> {
  const { items } = await call(webhook, "page", { eventId, pageSize: 5 }, { signal });
  return items.map(({ id, eventType, objectNo, endpointName }) => ({
    key: `event-${id}`,
    title: `${eventType} · ${objectNo}`,
    detail: endpointName,
    icon: <MenuIcon name="send" />,
    run: (navigate) => navigate(`/integration/webhooks?eventId=${encodeURIComponent(eventId)}&open=${id}`),
  }));
}

/** What the palette looks for beside pages: each by what people have at hand of it. */
const sources: readonly Source[] = [
  { resource: coinOrder, operation: "find", fits: (text) => text.length >= 3, search: findOrders },
  { resource: paymentAttempt, operation: "page", fits: (text) => /^AT\d{8}/i.test(text), search: findAttempts },
  { resource: merchant, operation: "list", fits: (text) => text.length >= 2, search: findMerchants },
  { resource: webhook, operation: "page", fits: (text) => /^evt_\w{8,}/.test(text), search: findEvents },
];

/** Registers every search the reader may make. Called again after another sign-in, it replaces what was there. */
export function registerRecordProviders(): void {
  const { permissions } = session.get();
  for (const { resource, operation, fits, search } of sources) {
    if (!permissions.has(permissionOf(resource.name, operation))) continue;
    registerPaletteProvider({
      id: resource.name,
      title: (locale) => resource.messages[locale].title,
      search: async (text, context) => (fits(text) ? search(text, context) : []),
    });
  }
}
