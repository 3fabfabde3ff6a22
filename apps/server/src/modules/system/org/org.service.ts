import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { sysOrg } from "@countinghouse/contract/system/org/org.ts";
import { assertFresh, lockRow, recordOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { isInScope, reachable, toTree } from "./org.policy.ts";
import {
  changeOrg,
  findOrg,
  findOrgIfAny,
  isTenantRoot,
  lockTree,
  type OrgRow,
  orgIdsBelow,
  orgsDirectlyBelow,
  readOrgs,
  readOrgsById,
  removeOrgs,
} from "./org.store.ts";

type Operations = typeof sysOrg.operations;
const orgs = recordOperations({ table: "orgs", resource: sysOrg });

const includes = (text: string | null, part: string): boolean =>
  (text ?? "").toLowerCase().includes(part.toLowerCase());

/** The tree below a node, or a flat list for a search. */
export async function listOrgs(
  ctx: Context,
  input: InputOf<Operations["list"]>,
): Promise<ResultOf<Operations["list"]>> {
  const rows = reachable(ctx.actor, await readOrgs(ctx));
  const { name, code, type } = input;
  if (!name && !code && !type) return toTree(rows, input.id);
  return rows
    .filter(
      (row) => (!name || includes(row.name, name)) && (!code || row.code === code) && (!type || row.type === type),
    )
    .map((row) => ({ ...row, children: [] }));
}

export async function findVisibleOrg(ctx: Context, id: number): Promise<OrgRow> {
  const row = await findOrg(ctx, id);
  if (!isInScope(ctx.actor, id)) throw notFound("sysOrg", id);
  return row;
}

const outside = (name: string) => refuse("sysOrg.outsideScope", { name });

/**
 * The new parent, checked: existing, of the given tenant, in the actor's scope. Only the platform administrator creates
 * roots.
 */
async function checkedParent(ctx: Context, pid: number, tenantId: number | null): Promise<OrgRow | undefined> {
  if (pid === 0) {
    if (ctx.actor.holdsAll) return undefined;
    throw refuse("sysOrg.rootNotAllowed");
  }
  const parent = await findOrgIfAny(ctx, pid);
  if (!parent || (tenantId !== null && parent.tenantId !== tenantId)) throw refuse("sysOrg.parentUnknown");
  if (!isInScope(ctx.actor, pid)) throw outside(parent.name);
  return parent;
}

export async function addOrg(ctx: Context, input: InputOf<Operations["add"]>): Promise<number> {
  const parent = await checkedParent(ctx, input.pid, null);
  const tenantId = parent?.tenantId ?? ctx.actor.tenantId;
  await lockTree(ctx, tenantId);
  return orgs.add(ctx, { ...input, tenantId });
}

export async function updateOrg(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const before = await findOrg(ctx, input.id);
  await lockTree(ctx, before.tenantId);
  if (!isInScope(ctx.actor, before.id)) throw outside(before.name);
  if (input.pid !== before.pid) await assertMovable(ctx, before, input.pid);
  return orgs.update(ctx, input);
}

async function assertMovable(ctx: Context, org: OrgRow, pid: number): Promise<void> {
  if (pid === org.id) throw refuse("sysOrg.parentIsSelf", { name: org.name });
  const parent = await checkedParent(ctx, pid, org.tenantId);
  if (parent && (await orgIdsBelow(ctx, [org.id])).includes(parent.id)) {
    throw refuse("sysOrg.parentIsBelow", { name: org.name, parent: parent.name });
  }
}

/** Gap between the order numbers of organisations, so that one more fits in by hand. */
const orderStep = 10;

export async function moveOrg(ctx: Context, input: InputOf<Operations["move"]>): Promise<null> {
  const { pid, afterId } = input;
  const { tenantId } = await findOrg(ctx, input.id);
  await lockTree(ctx, tenantId);
  const org = await lockRow(ctx, "orgs", sysOrg, input.id);
  assertFresh(sysOrg, input.version, org.version);
  if (!isInScope(ctx.actor, org.id)) throw outside(org.name);
  if (pid !== org.pid) await assertMovable(ctx, org, pid);
  const siblings = (await orgsDirectlyBelow(ctx, tenantId, pid)).filter(({ id }) => id !== org.id);
  const at = afterId == null ? 0 : siblings.findIndex(({ id }) => id === afterId) + 1;
  if (afterId != null && at === 0) throw notFound("sysOrg", afterId);
  await changeOrg(ctx, org.id, { pid, orderNo: (at + 1) * orderStep });
  for (const [index, { id, orderNo }] of siblings.entries()) {
    const place = (index < at ? index + 1 : index + 2) * orderStep;
    if (orderNo !== place) await changeOrg(ctx, id, { orderNo: place });
  }
  return null;
}

/** Number of users per organisation: by main membership, and by further ones. */
export type CountUsersByOrg = (
  ctx: Context,
  ids: readonly number[],
) => Promise<{ readonly main: ReadonlyMap<number, number>; readonly extra: ReadonlyMap<number, number> }>;

/** Deletes an organisation with its descendants, provided that none has users. */
export async function deleteOrg(
  ctx: Context,
  input: InputOf<Operations["delete"]>,
  countUsersByOrg: CountUsersByOrg,
): Promise<null> {
  const { tenantId } = await findOrg(ctx, input.id);
  await lockTree(ctx, tenantId);
  const org = await lockRow(ctx, "orgs", sysOrg, input.id);
  assertFresh(sysOrg, input.version, org.version);
  if (!isInScope(ctx.actor, org.id)) throw outside(org.name);
  const rows = await readOrgsById(ctx, await orgIdsBelow(ctx, [org.id]));
  const beyond = rows.find(({ id }) => !isInScope(ctx.actor, id));
  if (beyond) throw outside(beyond.name);
  if (await isTenantRoot(ctx, org.id)) throw refuse("sysOrg.tenantRoot", { name: org.name });
  const ids = rows.map(({ id }) => id);
  assertNobodyIn(org, ids, await countUsersByOrg(ctx, ids));
  await removeOrgs(ctx, rows);
  return null;
}

function assertNobodyIn(
  org: OrgRow,
  ids: readonly number[],
  { main, extra }: Awaited<ReturnType<CountUsersByOrg>>,
): void {
  const sum = (counts: ReadonlyMap<number, number>, of: readonly number[]) =>
    of.reduce((total, id) => total + (counts.get(id) ?? 0), 0);
  const refuseWith = (code: string, count: number) => refuse(`sysOrg.${code}`, { name: org.name, count });
  const here = sum(main, [org.id]);
  if (here > 0) throw refuseWith("hasUsers", here);
  const extraHere = sum(extra, ids);
  if (extraHere > 0) throw refuseWith("hasExtraUsers", extraHere);
  const below = sum(main, ids);
  if (below > 0) throw refuseWith("hasUsersBelow", below);
}
