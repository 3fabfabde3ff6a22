import { reportByDomain } from "@countinghouse/contract/funds/report/report-by-domain.ts";
import { reportByGateway } from "@countinghouse/contract/funds/report/report-by-gateway.ts";
import { reportByMerchant } from "@countinghouse/contract/funds/report/report-by-merchant.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { mayHave, reachOf } from "../../../platform/export/export-reach.ts";
import type { Context } from "../../../platform/http/context.ts";
import { actorOfUser } from "../../operations/job-run/index.ts";
import { peopleAt, type ScheduleRow } from "./report-schedule.store.ts";

/** The reports that schedules make. */
export const scheduledReports = { reportByGateway, reportByMerchant, reportByDomain } as const;

/** What stands against sending a report to an address: nobody has it, or whoever does may not have all that is in it. */
export type RecipientRefusal = "unknownRecipient" | "recipientMayNot";

/**
 * Which addresses a report of the caller's may be sent to, and why not to the others: to people who could make the very
 * file themselves, with the permission to export it and a scope as wide.
 */
export async function readersAmong(
  ctx: Pick<Context, "db" | "actor">,
  report: ScheduleRow["report"],
  addresses: readonly string[],
): Promise<ReadonlyMap<string, RecipientRefusal | null>> {
  const people = await peopleAt(ctx, addresses);
  const reach = reachOf(ctx.actor, scheduledReports[report]);
  const answers = new Map<string, RecipientRefusal | null>();
  for (const address of addresses) {
    const ids = people.get(address.toLowerCase()) ?? [];
    const actors = await Promise.all(ids.map((id) => actorOfUser(ctx.db, id)));
    // An address that several accounts share is read by each of them.
    const isReader = actors.every(
      (one) => one && mayHave(one, permissionOf(report, "download").replace(":", "."), reach),
    );
    answers.set(address, ids.length === 0 ? "unknownRecipient" : isReader ? null : "recipientMayNot");
  }
  return answers;
}
