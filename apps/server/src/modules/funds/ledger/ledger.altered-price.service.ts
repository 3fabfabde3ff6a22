import { systemActor } from "../../../platform/access/actor.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { type JobRuntime, runJobCommand } from "../../../platform/jobs/job-context.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { AlteredPrice } from "../../../platform/seals/row-seals.ts";
import { recordOccurrence } from "../../logs/event-exception-log/index.ts";
import { isPublished } from "./ledger.seal.store.ts";

const named = {
  feeRules: { objectType: "feeRule", words: "A fee rule is" },
  accountTerms: { objectType: "accountTerms", words: "Account terms are" },
  rates: { objectType: "rate", words: "A rate is" },
} as const;

/**
 * Reports a fee rule, terms or a rate whose seal does not match as an exception, once per row, as soon as this node
 * finds it. Writes in a transaction of its own, so that a refused payment keeps the report and no payment waits for
 * it. Answers a function that waits until everything found so far is written.
 */
export function reportAlteredPrices(platform: Platform, enqueue: JobRuntime["enqueue"]): () => Promise<void> {
  const { db, clock, secret, logger } = platform;
  const { seals } = installationKeys(secret);
  const found = new Set<string>();
  // One write at a time: however many rows were altered, payments lose one connection at most.
  let writing: Promise<void> = Promise.resolve();
  seals.watch((price) => {
    const id = `exi_altered_${price.table}_${price.id}`;
    if (found.has(id)) return;
    found.add(id);
    writing = writing
      .then(() => tell({ db, clock, seals, enqueue }, id, price))
      .catch((error: unknown) => {
        found.delete(id);
        logger.error({ err: error, id }, "an altered price was not told");
      });
  });
  return () => writing;
}

async function tell(spine: JobRuntime, id: string, price: AlteredPrice): Promise<void> {
  if (await isPublished(spine.db, id)) return;
  const { table, id: objectId, tenantId, merchantId } = price;
  const { objectType, words } = named[table];
  await runJobCommand(
    spine,
    { id, queue: "ledger-seal", data: {} },
    (ctx) =>
      recordOccurrence(ctx, id, {
        source: "ledger",
        eventType: "price.altered",
        objectType,
        objectId: String(objectId),
        merchantId,
        level: "critical",
        message: `${words} not as written by this installation: nothing is priced by it`,
      }),
    { actor: { ...systemActor, tenantId }, event: "job.ledger-seal", input: { altered: objectId, table } },
  );
}
