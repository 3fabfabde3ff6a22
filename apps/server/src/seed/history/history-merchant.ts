import type { Money } from "@countinghouse/money/money.ts";
import { CallTally } from "../../modules/gateways/routing/index.ts";
import type { MerchantEvent } from "../../modules/integration/webhook/index.ts";
import type {
  MerchantSettings,
  PastDecline,
  PaymentInstrument,
} from "../../modules/payments/order-acceptance/index.ts";
import { type Actor, appActor, systemActor } from "../../platform/access/actor.ts";
import { installationKeys } from "../../platform/crypto/installation-keys.ts";
import { newPlacedId } from "../../platform/db/new-id.ts";
import type { Context } from "../../platform/http/context.ts";
import type { Platform } from "../../platform/platform.ts";
import type { TradingMerchant } from "../demo-plan.ts";
import { seedRequest } from "../seed-run.ts";
import { HistoryBook, type HistoryLine } from "./history-book.ts";
import { HistoryPrices } from "./history-prices.ts";
import type { HistoryRows } from "./history-rows.ts";

const request = seedRequest("/v1/orders");

/** Something that happens at an instant, in epoch milliseconds. */
interface Step {
  readonly at: number;
  readonly run: () => Promise<void> | void;
}

/**
 * Everything one merchant's history is made with: a clock that moves from step to step, a book in memory, and the rows that
 * come of it. Nothing is written before all of it is known.
 */
export class MerchantHistory {
  readonly trade: TradingMerchant;
  readonly rows: HistoryRows;
  readonly book: HistoryBook;
  readonly prices: HistoryPrices;
  readonly settings: MerchantSettings;
  readonly seals: Context["seals"];
  /** Minor units captured, by month and settlement currency. */
  readonly volumes = new Map<string, bigint>();
  /** Declines of the merchant's cards, by fingerprint. */
  readonly declines = new Map<string, PastDecline[]>();
  readonly instruments = new Map<string, PaymentInstrument>();
  readonly tally = new CallTally();
  /** Hears of each line that waits to be settled; set by whoever settles them. */
  settle: (line: HistoryLine) => void = () => {};
  /** Everything that is sealed once nothing of it changes any more. */
  readonly unsealed: (() => void)[] = [];
  readonly platform: Platform;
  readonly #end: number;
  readonly #db: Context["db"];
  readonly #steps: Step[] = [];
  #now: Date;

  constructor(
    { platform, db, rows }: { readonly platform: Platform; readonly db: Context["db"]; readonly rows: HistoryRows },
    { trade, settings }: { readonly trade: TradingMerchant; readonly settings: MerchantSettings },
  ) {
    this.platform = platform;
    this.trade = trade;
    this.rows = rows;
    this.settings = settings;
    this.seals = installationKeys(platform.secret).seals;
    this.#db = db;
    this.#now = platform.clock.now();
    this.#end = this.#now.getTime();
    this.book = new HistoryBook(trade.merchantId, rows, (line) => this.settle(line));
    this.prices = new HistoryPrices(this.ctx(), trade);
  }

  get now(): Date {
    return this.#now;
  }

  /** What functions of the product are called with: at the instant of the step, for the merchant's server. */
  ctx(actor: Actor = appActor(this.trade)): Context {
    const nothing = () => {};
    const later = async () => {};
    return {
      actor,
      now: this.#now,
      request,
      db: this.#db,
      seals: this.seals,
      enqueue: later,
      emit: later,
      recordChange: nothing,
      recordReason: nothing,
      afterRollback: nothing,
    } as unknown as Context;
  }

  /** What the platform does by itself. */
  byItself(): Context {
    return this.ctx(systemActor);
  }

  /** Plans a step; what would come after the end of the history does not happen. */
  plan(at: number, run: Step["run"]): void {
    if (at >= this.#end) return;
    let [low, high] = [0, this.#steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#steps[middle] as Step).at <= at) low = middle + 1;
      else high = middle;
    }
    this.#steps.splice(low, 0, { at, run });
  }

  /** Takes the steps until the end of the history, a breath after some of them: others use the process meanwhile. */
  async run(breath: () => Promise<void>): Promise<void> {
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      this.#now = new Date(step.at);
      await step.run();
      await breath();
    }
    for (const seal of this.unsealed) seal();
    this.book.end();
    for (const [key, captured] of this.volumes) {
      const [month, currency] = key.split(" ");
      this.rows.add("merchantVolumes", { merchantId: this.trade.merchantId, mode: "test", month, currency, captured });
    }
  }

  /** Keeps a row whose seal is made when everything that it covers is known. */
  sealLast(table: Parameters<Context["seals"]["made"]>[0], row: object): void {
    this.unsealed.push(() => {
      (row as { seal: string }).seal = this.seals.made(table, row as never);
    });
  }

  /** Counts a captured value towards the merchant's month. */
  countVolume(month: string, { currency, amountMinor }: Money): void {
    const key = `${month} ${currency}`;
    this.volumes.set(key, (this.volumes.get(key) ?? 0n) + amountMinor);
  }

  /** Records a fact for the merchant's servers. */
  tell(event: Omit<MerchantEvent, "merchantId" | "tenantId" | "mode" | "more" | "notifyUrl">, more: object = {}): void {
    const { type, objectType, objectId, objectNo, objectSeq, object, previous, appId } = event;
    const { merchantId, tenantId } = this.trade;
    this.rows.add("merchantEvents", {
      merchantId,
      id: newPlacedId("evt", this.#now, objectSeq),
      tenantId,
      mode: "test",
      appId,
      type,
      objectType,
      objectId,
      objectNo,
      objectSeq,
      data: { object: { ...object, ...more }, ...(previous === undefined ? {} : { previous }) },
      endpointIds: [],
      notifyUrl: null,
      createTime: this.#now.toISOString(),
    });
  }
}
