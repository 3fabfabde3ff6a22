import { sysPosMessages } from "@countinghouse/contract/system/pos/pos.messages.ts";
import { PosRow, sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { posImport } from "@countinghouse/contract/system/pos/pos-columns.ts";
import { howWritten } from "@countinghouse/contract/text-formats.ts";
import { type ImportFault, importHandlers, readImport } from "../../../platform/files/table-import.ts";
import type { Context } from "../../../platform/http/context.ts";
import { positionRecords, positionsOfTenant } from "./pos.store.ts";

const keyOf = ({ name, code }: { readonly name: string; readonly code?: string | null | undefined }): string =>
  JSON.stringify([name, code ?? ""]);

/** Judges every row: a position to add to the actor's tenant, or why it is refused. */
async function judge(ctx: Context, data: string) {
  const { locale } = ctx.request;
  const { text, refusals } = sysPosMessages[locale];
  const plan = { resource: sysPos, table: posImport, schema: PosRow, locale, howWritten };
  const { read, faults: unread } = await readImport(data, plan);
  const faults: ImportFault[] = [...unread];
  const there = new Set((await positionsOfTenant(ctx, ctx.actor.tenantId)).map(keyOf));
  const seen = new Set<string>();
  const placed: PosRow[] = [];
  for (const { row, told } of read) {
    const key = keyOf(told);
    const { name, code } = told;
    if (seen.has(key)) faults.push({ row, code: name, reason: text.repeated });
    else if (there.has(key)) {
      const reason = refusals.duplicate.replace("{name}", name).replace("{code}", code ?? "");
      faults.push({ row, code: name, reason });
    } else placed.push(told);
    seen.add(key);
  }
  return { placed, faults };
}

/** Imports positions from a file. */
export const positionImports = importHandlers(sysPos, {
  judge,
  take: async (ctx, placed) => {
    for (const told of placed) await positionRecords.add(ctx, { ...told, status: 1 });
  },
});
