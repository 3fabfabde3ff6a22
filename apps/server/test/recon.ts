import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { readAccount } from "../src/modules/funds/recon/recon.store.ts";
import { fetchFiles, matchFile } from "../src/modules/funds/recon/recon.worker.ts";
import type { JobRequest } from "../src/platform/http/context.ts";
import { seedHouses } from "../src/seed/seed-house.ts";
import { actor } from "./app.ts";
import { jobContext } from "./jobs.ts";
import { violationsOf } from "./ledger.ts";
import { buildOrderStage, type OrderStage } from "./order-stage.ts";

const daySeconds = 86_400;

/** A stage of orders whose gateway account is reconciled with the files of its simulator. */
export interface ReconStage extends OrderStage {
  readonly house: string;
  /** Somebody of the operator with a fresh factor. */
  operator(userId?: number): ReturnType<OrderStage["app"]["as"]>;
  /** Has the simulator write its files, with mistakes, and takes them in; answers the files that came. */
  settle(anomalies?: readonly string[]): Promise<string[]>;
  /** Takes in what the simulator offers, and matches it. */
  fetch(enqueued?: JobRequest[]): Promise<string[]>;
  match(id: string, isAgain?: boolean, enqueued?: JobRequest[]): Promise<void>;
  read(order: { readonly id: string }): ReturnType<OrderStage["read"]>;
  detail(id: string): ReturnType<typeof detailOf>;
  /** Lines of a file that are not simply matched. */
  differing(id: string): ReturnType<typeof differingOf>;
  receivable(): ReturnType<typeof receivableOf>;
  /** What a look over the books of merchant and house finds. */
  violations(): Promise<readonly object[]>;
}

const detailOf = (stage: ReconStage, id: string) => stage.operator().call(recon, "detail", { id });
const differingOf = async (stage: ReconStage, id: string) =>
  (
    await stage
      .operator()
      .call(reconItem, "page", { mode: "test", batchId: id, status: ["open", "claimed", "suspended", "resolved"] })
  ).items;
const receivableOf = async (stage: ReconStage) => {
  const rows = await stage
    .operator()
    .call(recon, "receivables", { mode: "test", gatewayAccountId: stage.accounts.main });
  return rows.find(({ currency }) => currency === "USD");
};

/** Sets the stage; the gateway keeps what was agreed with it, unless told. */
export async function buildReconStage(): Promise<ReconStage> {
  const stage = await buildOrderStage();
  const { app, simulator, accounts, merchantId, place } = stage;
  const { db } = app.platform;
  // What the simulator takes: 0.30 %, 0.12 % and 1.00 %.
  await db.updateTable("upstreamMethods").set({ defaultCostPercent: 14_200, defaultCostFixed: "[]" }).execute();
  // A busy machine answers late, and a late answer is another payment.
  await db.updateTable("upstreamGateways").set({ timeoutMs: 10_000 }).execute();
  await seedHouses({ db, now: app.clock.now(), locale: "en" });
  const { id: house } = await db
    .selectFrom("merchants")
    .select("id")
    .where("tenantId", "=", place.tenantId)
    .where("isHouse", "=", true)
    .executeTakeFirstOrThrow();
  const known = async () =>
    (await db.selectFrom("reconBatches").select("id").orderBy("batchNo").execute()).map(({ id }) => id);
  const own: ReconStage = {
    ...stage,
    house,
    operator: (userId = 101) => app.as(actor({ ...place, userId, provenAt: app.clock.now() })),
    settle: async (anomalies = []) => {
      await simulator.control("POST", "/accounts/sim_main/settlements", { anomalies });
      return own.fetch();
    },
    fetch: async (enqueued) => {
      const before = new Set(await known());
      await fetchFiles(app.platform, jobContext(app), await readAccount({ db }, accounts.main));
      const came = (await known()).filter((id) => !before.has(id));
      for (const id of came) await own.match(id, false, enqueued);
      return came;
    },
    match: (id, isAgain = false, enqueued = []) =>
      matchFile(jobContext(app, undefined, enqueued), { merchantId: house, batchId: id }, isAgain),
    detail: (id) => detailOf(own, id),
    differing: (id) => differingOf(own, id),
    receivable: () => receivableOf(own),
    violations: () => violationsOf(app, [merchantId, house]),
  };
  return own;
}

/** Lets days go by: long enough for a gateway to have listed what it took. */
export const passDays = (stage: OrderStage, days: number): Promise<void> => stage.pass(days * daySeconds);
