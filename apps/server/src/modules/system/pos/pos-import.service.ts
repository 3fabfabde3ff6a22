import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { sysPosMessages } from "@countinghouse/contract/system/pos/pos.messages.ts";
import { PosRow, sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { posImport } from "@countinghouse/contract/system/pos/pos-columns.ts";
import { howWritten } from "@countinghouse/contract/text-formats.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import { assertImportable, importCheckOf, readImport } from "../../../platform/files/table-import.ts";
import type { Context } from "../../../platform/http/context.ts";
import { positionsOfTenant } from "./pos.store.ts";

type Operations = typeof sysPos.operations;
type Fault = ResultOf<Operations["importCheck"]>["faults"][number];

const positions = recordOperations({ table: "positions", resource: sysPos });
const keyOf = ({ name, code }: { readonly name: string; readonly code?: string | null | undefined }): string =>
  JSON.stringify([name, code ?? ""]);

/** Looks at every row: a position that would be added to the actor's tenant, or why it is refused. */
async function judge(ctx: Context, { data }: InputOf<Operations["importCheck"]>) {
  const { locale, tenantId } = { locale: ctx.request.locale, tenantId: ctx.actor.tenantId };
  const { text, refusals } = sysPosMessages[locale];
  const plan = { resource: sysPos, table: posImport, schema: PosRow, locale, howWritten };
  const { read, faults: unread } = await readImport(data, plan);
  const faults: Fault[] = [...unread];
  const there = new Set((await positionsOfTenant(ctx, tenantId)).map(keyOf));
  const seen = new Set<string>();
  const added: PosRow[] = [];
  for (const { row, told } of read) {
    const key = keyOf(told);
    const { name, code } = told;
    if (seen.has(key)) faults.push({ row, code: name, reason: text.repeated });
    else if (there.has(key)) {
      const reason = refusals.duplicate.replace("{name}", name).replace("{code}", code ?? "");
      faults.push({ row, code: name, reason });
    } else added.push(told);
    seen.add(key);
  }
  return { added, faults };
}

export async function checkPositionFile(
  ctx: Context,
  input: InputOf<Operations["importCheck"]>,
): Promise<ResultOf<Operations["importCheck"]>> {
  const { added, faults } = await judge(ctx, input);
  return importCheckOf({ added: added.length, changed: 0 }, faults);
}

export async function importPositions(
  ctx: Context,
  input: InputOf<Operations["import"]>,
): Promise<ResultOf<Operations["import"]>> {
  const { added, faults } = await judge(ctx, input);
  assertImportable(sysPos, added.length, faults.length, input);
  for (const told of added) await positions.add(ctx, { ...told, status: 1 });
  return { added: added.length, changed: 0, leftOut: faults.length };
}
