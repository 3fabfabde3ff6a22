import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import type { ChangeRequestDetail } from "@countinghouse/contract/system/change-request/change-request.ts";
import { changeRequest, entangledHours } from "@countinghouse/contract/system/change-request/change-request.ts";
import type { Context } from "../../../platform/http/context.ts";
import { settingOf } from "../../settings/config/index.ts";
import {
  type Approver,
  actingForEachOther,
  entangledWith,
  identifiersOf,
  noteTwoPeople,
  peopleWhoMay,
  tenantsOfOne,
  twoPeopleSince,
} from "./approver.store.ts";
import { countPeople, isSamePerson } from "./change-request.policy.ts";

type Hold = ChangeRequestDetail["hold"];

/** The permission to approve at all; the permission of the change itself is required as well. */
export const approving = permissionOf(changeRequest.name, "approve");

const approversOf = (ctx: Pick<Context, "db">, tenantId: number): Promise<Approver[]> =>
  peopleWhoMay(ctx.db, tenantId, [approving]);

/**
 * Whether changes in the caller's tenant require two people: since two of its users may approve, and from then on even
 * if one leaves, until two people disable the rule for the installation.
 */
export async function isInForce(ctx: Context): Promise<boolean> {
  if ((await settingOf(ctx, "change_approval")) === "off") return false;
  const { tenantId } = ctx.actor;
  if ((await twoPeopleSince(ctx.db, tenantId)) !== null) return true;
  if (countPeople(await approversOf(ctx, tenantId)) < 2) return false;
  await noteTwoPeople(ctx.db, tenantId, ctx.now);
  return true;
}

/** The rule in force, which explains why a change took effect at once. */
export async function readRule(ctx: Context) {
  const isSwitchedOff = (await settingOf(ctx, "change_approval")) === "off";
  const { tenantId } = ctx.actor;
  const approvers = countPeople(await approversOf(ctx, tenantId));
  const isNoted = (await twoPeopleSince(ctx.db, tenantId)) !== null;
  return { isSwitchedOff, approvers, isInForce: !isSwitchedOff && (isNoted || approvers >= 2) };
}

/** Records for every tenant with two approvers that its changes require two people. */
export async function noteTenants(ctx: Pick<Context, "db" | "now">): Promise<void> {
  for (const { id } of await tenantsOfOne(ctx.db))
    if (countPeople(await approversOf(ctx, id)) >= 2) await noteTwoPeople(ctx.db, id, ctx.now);
}

/** Why people may not decide a request, by their ids; null for those who may. */
export async function holdsOf(
  ctx: Pick<Context, "db" | "now">,
  makerId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Hold>> {
  if (ids.length === 0) return new Map();
  const marks = new Map((await identifiersOf(ctx.db, [makerId, ...ids])).map((one) => [one.id, one]));
  const maker = marks.get(makerId);
  const since = new Date(ctx.now.getTime() - entangledHours * 3_600_000);
  const [entangled, acting] = await Promise.all([
    entangledWith(ctx.db, makerId, ids, since),
    actingForEachOther(ctx.db, makerId, ids),
  ]);
  return new Map(
    ids.map((id): [number, Hold] => {
      const person = marks.get(id);
      if (id === makerId) return [id, "own"];
      if (maker && person && isSamePerson(maker, person)) return [id, "same_person"];
      return [id, entangled.has(id) || acting.has(id) ? "granted" : null];
    }),
  );
}
