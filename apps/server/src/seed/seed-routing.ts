import { text3 } from "@countinghouse/contract/kit/locale.ts";
import type { Insertable } from "kysely";
import { newId } from "../platform/db/new-id.ts";
import type { Tables } from "../platform/db/tables.ts";
import { agreedStates } from "./demo-terms.ts";
import { paymentMethodPlan } from "./payment-methods.ts";
import { dayMs, type SeedContext } from "./seed-context.ts";

interface Person {
  readonly id: number;
  readonly realName: string;
}

interface Demo extends SeedContext {
  readonly tenantId: number;
}

/** Where wallets of the mainland are worth offering. */
const walletCountries: Readonly<Record<string, readonly string[]>> = {
  alipay: ["CN", "HK", "MO", "TW", "JP", "SG", "MY", "TH"],
  wechat: ["CN", "HK", "MO", "TW", "JP", "SG"],
};
/** List prices per category, in millionths, and cents of a dollar. */
const listPrices: Readonly<Record<string, readonly [percent: number, fixed: string]>> = {
  card: [29_000, "30"],
  wallet: [22_000, "0"],
  voucher: [15_000, "50"],
  bank_debit: [12_000, "25"],
};

/** How the accounts of the simulator are shared out: two side by side, the third when both have failed. */
const shares: Readonly<Record<string, readonly [priority: number, weight: number]>> = {
  sim_main: [10, 70],
  sim_backup: [10, 30],
  sim_airwallex: [20, 50],
};

/**
 * Channels for every method, the gateway accounts that the merchants of the demonstration are bound to, and what they
 * offer at checkout. One live binding waits for a second person.
 */
export async function seedRouting(demo: Demo, people: readonly Person[]): Promise<void> {
  const [maker, checker] = [people[1], people[2]];
  if (!maker || !checker) throw new Error("the demonstration needs two people to bind merchants and to approve it");
  const channels = await seedChannels(demo);
  const merchants = await demo.db
    .selectFrom("merchants")
    .select(["id", "country", "legalName"])
    .where("tenantId", "=", demo.tenantId)
    .where("status", "in", agreedStates as never)
    .where("isHouse", "=", false)
    .orderBy("id")
    .execute();
  const accounts = await demo.db
    .selectFrom("gatewayAccounts")
    .select(["id", "upstreamMid", "mode"])
    .where("tenantId", "=", demo.tenantId)
    .execute();
  const bindings = merchants.flatMap(({ id: merchantId }, index) => [
    ...accounts.flatMap(({ id, upstreamMid }) => testBinding(demo, { merchantId, accountId: id, mid: upstreamMid })),
    ...accounts.flatMap(({ id, mode }) =>
      mode === "live" && index < 2
        ? [liveBinding(demo, { merchantId, accountId: id, maker, checker, isWaiting: index === 1 })]
        : [],
    ),
  ]);
  const lines = merchants.flatMap(({ id: merchantId, country }) => checkoutOf(demo, merchantId, country, channels));
  if (bindings.length > 0) await demo.db.insertInto("merGatewayAccountCfgs").values(bindings).execute();
  if (lines.length > 0) await demo.db.insertInto("merPayChannelCfgs").values(lines).execute();
  await seedStrategies(demo, merchants);
}

interface Channel {
  readonly id: string;
  readonly method: string;
  readonly sort: number;
}

async function seedChannels({ db, tenantId, now, locale }: Demo): Promise<readonly Channel[]> {
  const methods = await db
    .selectFrom("paymentMethods")
    .select(["id", "code"])
    .where("tenantId", "=", tenantId)
    .execute();
  const idOf = new Map(methods.map(({ id, code }) => [code, id]));
  const rows = paymentMethodPlan.flatMap(([code, category, name], index): Insertable<Tables["channels"]>[] => {
    const paymentMethodId = idOf.get(code);
    const [percent, fixed] = listPrices[category] ?? [30_000, "30"];
    return paymentMethodId
      ? [
          {
            id: newId("chn", now),
            tenantId,
            channelCode: code,
            name: name[locale],
            paymentMethodId,
            countries: [...(walletCountries[code] ?? [])],
            sort: 100 + index * 10,
            recommendedPercent: percent,
            recommendedFixed: JSON.stringify(fixed === "0" ? [] : [{ currency: "USD", amount: fixed }]),
            ...(code === "sim_voucher" ? comingMaintenance(now) : {}),
          },
        ]
      : [];
  });
  await db.insertInto("channels").values(rows).execute();
  return rows.map(({ id, channelCode, sort }) => ({ id, method: channelCode, sort: Number(sort) }));
}

/** A window in a few days, and what payers will read then. */
const comingMaintenance = (now: Date) => ({
  maintenanceFrom: new Date(now.getTime() + 4 * dayMs).toISOString(),
  maintenanceTo: new Date(now.getTime() + 4.25 * dayMs).toISOString(),
  maintenanceMessage: JSON.stringify(
    text3(
      "Vouchers are back in a few hours. Please choose another way to pay.",
      "线下付款码暂停数小时，请选择其他支付方式。",
      "繳費單付款暫停數小時，請改用其他付款方式。",
    ),
  ),
});

interface Bound {
  readonly merchantId: string;
  readonly accountId: string;
}

type BindingRow = Insertable<Tables["merGatewayAccountCfgs"]>;

function testBinding({ now, tenantId }: Demo, bound: Bound & { readonly mid: string }): BindingRow[] {
  const share = shares[bound.mid];
  if (!share) return [];
  const [priority, weight] = share;
  const { merchantId, accountId } = bound;
  return [
    {
      id: newId("mga", now),
      tenantId,
      merchantId,
      gatewayAccountId: accountId,
      mode: "test",
      priority,
      weight,
      status: "enabled",
    },
  ];
}

interface LiveParts extends Bound {
  readonly maker: Person;
  readonly checker: Person;
  readonly isWaiting: boolean;
}

function liveBinding({ now, tenantId }: Demo, { merchantId, accountId, maker, checker, isWaiting }: LiveParts) {
  const at = now.toISOString();
  const row: BindingRow = {
    id: newId("mga", now),
    tenantId,
    merchantId,
    gatewayAccountId: accountId,
    mode: "live",
    priority: 10,
    weight: 100,
    status: isWaiting ? "pending" : "enabled",
    proposeUserId: maker.id,
    proposeUserName: maker.realName,
    createUserId: maker.id,
    createUserName: maker.realName,
    proposal: isWaiting ? JSON.stringify({ status: "enabled" }) : null,
    proposeTime: isWaiting ? at : null,
    approveUserId: isWaiting ? null : checker.id,
    approveUserName: isWaiting ? null : checker.realName,
    approveTime: isWaiting ? null : at,
  };
  return row;
}

function checkoutOf(
  { now, tenantId }: Demo,
  merchantId: string,
  country: string,
  channels: readonly Channel[],
): Insertable<Tables["merPayChannelCfgs"]>[] {
  return channels
    .filter(({ method }) => walletCountries[method]?.includes(country) ?? true)
    .map(({ id, method, sort }) => ({
      id: newId("mpc", now),
      tenantId,
      merchantId,
      channelId: id,
      // What the payers of the mainland know best stands first there.
      sort: country === "CN" && method in walletCountries ? sort - 100 : sort,
      isOffered: method !== "sim_debit" || country !== "JP",
    }));
}

/**
 * Merchants that depart from priority and weight, so that the other strategies are seen at work: by legal name. The
 * cheapest account for a bookshop's cards is the second gateway's.
 */
const strategies = {
  上海兰亭茶业有限公司: "success_rate",
  "Harrow & Finch Books Limited": "least_cost",
} as const;

async function seedStrategies(
  { db, tenantId, now }: Demo,
  merchants: readonly { readonly id: string; readonly legalName: string }[],
): Promise<void> {
  const rows = merchants.flatMap(({ id: merchantId, legalName }) => {
    const strategy = strategies[legalName as keyof typeof strategies];
    return strategy ? [{ merchantId, tenantId, mode: "test" as const, strategy, createTime: now.toISOString() }] : [];
  });
  if (rows.length > 0) await db.insertInto("merchantRoutings").values(rows).execute();
}
