import { sysOrgMessages } from "@countinghouse/contract/system/org/org.messages.ts";
import { OrgRow, sysOrg } from "@countinghouse/contract/system/org/org.ts";
import { orgImport } from "@countinghouse/contract/system/org/org-columns.ts";
import { howWritten } from "@countinghouse/contract/text-formats.ts";
import { importHandlers, readImport } from "../../../platform/files/table-import.ts";
import type { Context } from "../../../platform/http/context.ts";
import { codesOfDictionary } from "../../settings/dict/index.ts";
import { isInScope } from "./org.policy.ts";
import { insertOrg, lockTree, orgsOfTenant } from "./org.store.ts";
import { placeOrgs } from "./org-import.policy.ts";

/** Judges every row: an organisation to add to the actor's tenant, or why it is refused. */
async function judge(ctx: Context, data: string) {
  const { locale } = ctx.request;
  const { text, refusals } = sysOrgMessages[locale];
  const plan = { resource: sysOrg, table: orgImport, schema: OrgRow, locale, howWritten };
  const { read, faults: unread } = await readImport(data, plan);
  const there = await orgsOfTenant(ctx.db, ctx.actor.tenantId);
  const kinds = await codesOfDictionary(ctx, "org_type");
  const { placed, misplaced } = placeOrgs(read, there, kinds);
  const reasonOf = ({ why, told }: (typeof misplaced)[number]): string =>
    why === "kindUnknown" ? text.kindUnknown.replace("{type}", told.type ?? "") : text[why];
  const faults = [...unread, ...misplaced.map((one) => ({ row: one.row, code: one.told.code, reason: reasonOf(one) }))];
  // A branch outside the actor's scope cannot be extended by them.
  const beyond = placed.filter(({ anchor }) => !isInScope(ctx.actor, anchor.id));
  for (const { row, told, anchor } of beyond)
    faults.push({ row, code: told.code, reason: refusals.outsideScope.replace("{name}", anchor.name) });
  return { placed: placed.filter((one) => !beyond.includes(one)), faults };
}

/** Imports organisations from a file, parents before children. */
export const orgImports = importHandlers(sysOrg, {
  lock: (ctx) => lockTree(ctx, ctx.actor.tenantId),
  judge,
  take: async (ctx, placed) => {
    const { tenantId } = ctx.actor;
    const made = new Map<string, number>();
    for (const { told, parentId } of placed) {
      const { parentCode, ...values } = told;
      const pid = parentId ?? made.get(parentCode.toLowerCase()) ?? 0;
      made.set(told.code.toLowerCase(), await insertOrg(ctx, { ...values, pid, tenantId }));
    }
  },
});
