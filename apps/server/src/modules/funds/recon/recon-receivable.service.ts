import type { Receivable, recon } from "@countinghouse/contract/funds/recon/recon.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { onSnapshot } from "../ledger/index.ts";
import { accountsInReach, everyAccount } from "./recon.store.ts";
import { type ReceivablePart, receivableParts } from "./recon-receivable.store.ts";

type Parts = Awaited<ReturnType<typeof receivableParts>>;
type Explained = Omit<Receivable, "gatewayAccountName" | "mode">;

/** The parts that explain the balance; suspense is separate. */
const explaining = ["unlisted", "unpaid", "matching", "differences"] as const;

/** Balance of each account and currency, with its parts. */
function explained(parts: Parts): Explained[] {
  const keyOf = (part: ReceivablePart) => `${part.gatewayAccountId} ${part.currency}`;
  const every = new Map(
    Object.values(parts)
      .flat()
      .map((part) => [keyOf(part), part]),
  );
  return [...every].map(([key, { gatewayAccountId, currency }]) => {
    const partOf = (name: keyof Parts) => parts[name].find((part) => keyOf(part) === key);
    const amountOf = (name: keyof Parts) => BigInt(partOf(name)?.amount ?? "0");
    const countOf = (name: keyof Parts) => partOf(name)?.count ?? 0;
    const sum = explaining.reduce((total, name) => total + amountOf(name), 0n);
    return {
      gatewayAccountId,
      currency,
      balance: String(amountOf("balance")),
      unlistedCount: countOf("unlisted"),
      unlisted: String(amountOf("unlisted")),
      unpaidCount: countOf("unpaid"),
      unpaid: String(amountOf("unpaid")),
      matchingCount: countOf("matching"),
      matching: String(amountOf("matching")),
      differenceCount: countOf("differences"),
      differences: String(amountOf("differences")),
      unexplained: String(amountOf("balance") - sum),
      suspense: String(amountOf("suspense")),
    };
  });
}

/** Gateway receivables in reach by the ledger, with their parts. */
export async function readReceivables(
  ctx: Context,
  { mode, gatewayAccountId }: InputOf<(typeof recon)["operations"]["receivables"]>,
): Promise<Receivable[]> {
  const accounts = await accountsInReach(ctx, { mode, gatewayAccountId });
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const parts = await receivableParts(ctx.db, { mode, gatewayAccountIds: [...names.keys()] });
  return explained(parts).map((one) => ({
    ...one,
    gatewayAccountName: names.get(one.gatewayAccountId) ?? one.gatewayAccountId,
    mode,
  }));
}

/** Checks every gateway account's receivable, each in one snapshot, and raises an alarm for an unexplained part. */
export async function watchReceivables(job: Pick<JobContext, "db" | "signal" | "inCommand">): Promise<void> {
  for (const { id, tenantId, name, mode } of await everyAccount(job.db)) {
    if (job.signal.aborted) return;
    const parts = await onSnapshot(job.db, (db) => receivableParts(db, { mode, gatewayAccountIds: [id] }));
    const left = explained(parts).filter(({ unexplained }) => unexplained !== "0");
    if (left.length === 0) continue;
    const amounts = left.map(({ unexplained, currency }) =>
      formatMoney(fromWire(unexplained, currency), { language: "en" }),
    );
    await job.inCommand(
      (ctx) =>
        recordException(
          { ...ctx, actor: { ...ctx.actor, tenantId } },
          {
            source: "recon",
            eventType: "recon.unexplained",
            objectType: "gatewayAccount",
            objectId: id,
            level: "error",
            message: `${name}: nothing explains ${amounts.join(", ")} of what the gateway owes`,
            payload: { gatewayAccountId: id, account: name, left },
          },
        ),
      { event: "recon.watch", input: { gatewayAccountId: id } },
    );
  }
}
