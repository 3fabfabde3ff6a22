import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { sysUserMessages } from "@countinghouse/contract/system/user/user.messages.ts";
import { sysUser, UserRow } from "@countinghouse/contract/system/user/user.ts";
import { userImport } from "@countinghouse/contract/system/user/user-columns.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { howWritten } from "@countinghouse/contract/text-formats.ts";
import {
  type ImportedRow,
  importHandlers,
  type JudgedTable,
  readImport,
} from "../../../platform/files/table-import.ts";
import type { Context } from "../../../platform/http/context.ts";
import { buildTranslator } from "../../../platform/http/translate.ts";
import { orgsOfTenant } from "../org/index.ts";
import { positionsOfTenant } from "../pos/index.ts";
import { rolesOfTenant } from "../role/index.ts";
import { assertPlaceable, assertReachable, insertPlaced } from "./user.service.ts";
import { takenOfUsers } from "./user.store.ts";
import { doubled, type NamedRecord, named } from "./user-import.policy.ts";

type Adding = InputOf<(typeof sysUser)["operations"]["add"]>;

interface Placed extends ImportedRow<UserRow> {
  readonly tenantId: number;
  readonly input: Adding;
}

const translator = buildTranslator(resources);

/** Records that a file may refer to, of the tenant in which the actor works. */
async function readNames(ctx: Context) {
  const { tenantId } = ctx.actor;
  const [orgs, positions, roles] = await Promise.all([
    orgsOfTenant(ctx.db, tenantId),
    positionsOfTenant(ctx, tenantId),
    rolesOfTenant(ctx, tenantId),
  ]);
  return { orgs, positions, roles };
}

/** A row as a new account, or which reference in it is unknown. */
function toInput(
  told: UserRow,
  { orgs, positions, roles }: Awaited<ReturnType<typeof readNames>>,
  text: (typeof sysUserMessages)["en"]["text"],
): Adding | string {
  const { org, pos, roles: roleTexts, ...values } = told;
  const found = named(orgs, org);
  if (!found) return text.orgUnknown.replace("{name}", org);
  const position = pos ? named(positions, pos) : null;
  if (position === undefined) return text.posUnknownInFile.replace("{name}", pos ?? "");
  const roleIdList: number[] = [];
  for (const name of (roleTexts ?? "").split(/[;；]/).map((one) => one.trim())) {
    if (name === "") continue;
    const role: NamedRecord | undefined = named(roles, name);
    if (!role) return text.roleUnknownInFile.replace("{name}", name);
    roleIdList.push(role.id);
  }
  return {
    ...values,
    sex: 1,
    accountType: AccountType.NormalUser,
    orgId: found.id,
    posId: position?.id ?? null,
    roleIdList,
    extOrgIdList: [],
  };
}

/** Judges every row: the account to add, or why it is refused. */
async function judge(ctx: Context, data: string): Promise<JudgedTable<Placed>> {
  const { locale } = ctx.request;
  const { text, refusals } = sysUserMessages[locale];
  const { read, faults: unread } = await readImport(data, {
    resource: sysUser,
    table: userImport,
    schema: UserRow,
    locale,
    howWritten,
  });
  const faults = [...unread];
  const names = await readNames(ctx);
  const taken = await takenOfUsers(ctx.db, {
    accounts: read.map(({ told }) => told.account.toLowerCase()),
    phones: read.flatMap(({ told }) => told.phone ?? []),
  });
  const twice = doubled(read.map(({ told }) => told));
  // Rows with the same place and roles are judged together.
  const places = new Map<string, Promise<number>>();
  const placed: Placed[] = [];
  for (const { row, told } of read) {
    const refused = (reason: string) => faults.push({ row, code: told.account, reason });
    const input = toInput(told, names, text);
    if (typeof input === "string") refused(input);
    else if (twice.has(told)) refused(text.repeated);
    else if (taken.accounts.has(told.account.toLowerCase()))
      refused(refusals.duplicateAccount.replace("{account}", told.account));
    else if (told.phone && taken.phones.has(told.phone)) refused(refusals.duplicatePhone);
    else
      try {
        const place = JSON.stringify([input.orgId, input.posId, input.roleIdList]);
        const known = places.get(place) ?? assertPlaceable(ctx, input);
        places.set(place, known);
        const tenantId = await known;
        await assertReachable(ctx, tenantId, input);
        placed.push({ row, told, tenantId, input });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused(translator.refusal(error.code, error.values, locale));
      }
  }
  return { placed, faults };
}

/** Imports users from a file, without passwords: a reset creates the link by which each chooses one. */
export const userImports = importHandlers(sysUser, {
  judge,
  take: async (ctx, placed) => {
    for (const { tenantId, input } of placed) await insertPlaced(ctx, tenantId, input);
  },
});
