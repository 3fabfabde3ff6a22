import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysDictData } from "@countinghouse/contract/settings/dict/dict-data.ts";
import { sysDictType } from "@countinghouse/contract/settings/dict/dict-type.ts";
import { YesNo } from "@countinghouse/contract/system-enumerations.ts";
import { lockRow, recordOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type DictItemRow, findType, findTypeByCode, listItems } from "./dict.store.ts";

type TypeOperations = typeof sysDictType.operations;
type ItemOperations = typeof sysDictData.operations;
const types = recordOperations({ table: "dictTypes", resource: sysDictType });
const items = recordOperations({ table: "dictItems", resource: sysDictData });

export const addType = (ctx: Context, input: InputOf<TypeOperations["add"]>): Promise<number> => types.add(ctx, input);

/** A dictionary, restricted to a status where given. */
export async function typeDetail(
  ctx: Context,
  { id, status }: InputOf<TypeOperations["detail"]>,
): Promise<RecordOf<typeof sysDictType>> {
  const type = await types.detail(ctx, { id });
  if (status && type.status !== status) throw notFound("sysDictType", id);
  return type;
}

/** The dictionary of an enumeration follows the product: only its name can be changed. */
export async function updateType(ctx: Context, input: InputOf<TypeOperations["update"]>): Promise<null> {
  const row = await lockRow(ctx, "dictTypes", sysDictType, input.id);
  if (row.sysFlag === YesNo.Y && (input.code !== row.code || (input.status ?? row.status) !== row.status)) {
    throw refuse("sysDictType.builtIn", { name: row.name });
  }
  return types.update(ctx, input);
}

async function assertOwnType(ctx: Context, id: number): Promise<void> {
  const row = await lockRow(ctx, "dictTypes", sysDictType, id);
  if (row.sysFlag === YesNo.Y) throw refuse("sysDictType.builtIn", { name: row.name });
}

export async function deleteType(ctx: Context, input: InputOf<TypeOperations["delete"]>): Promise<null> {
  await assertOwnType(ctx, input.id);
  return types.delete(ctx, input);
}

export async function setTypeStatus(ctx: Context, input: InputOf<TypeOperations["setStatus"]>): Promise<null> {
  await assertOwnType(ctx, input.id);
  return types.update(ctx, input);
}

/** All items of a dictionary by its code. Only registered codes are found, never inherited names. */
export async function itemsOfType(ctx: Context, code: string): Promise<DictItemRow[]> {
  const type = await findTypeByCode(ctx, code);
  if (!type) throw refuse("sysDictType.unknown", { code });
  return listItems(ctx, type.id, { onlyEnabled: false });
}

export async function itemsInUse(ctx: Context, code: string): Promise<DictItemRow[]> {
  const type = await findTypeByCode(ctx, code);
  if (type?.status !== 1) throw refuse("sysDictData.unknownType", {}, { status: 404 });
  return listItems(ctx, type.id, { onlyEnabled: true });
}

function assertJson(text: string | null | undefined): void {
  if (!text) return;
  try {
    JSON.parse(text);
  } catch {
    throw refuse("sysDictData.extDataMalformed");
  }
}

/** Whether a dictionary mirrors an enumeration; refuses an unknown one. */
async function mirrorsEnumeration(ctx: Context, typeId: number): Promise<boolean> {
  const type = await findType(ctx, typeId);
  if (!type) throw refuse("sysDictData.unknownType", {}, { field: "dictTypeId" });
  return type.sysFlag === YesNo.Y;
}

const mirrored = (code: string) => refuse("sysDictData.builtIn", { code });

export async function addItem(ctx: Context, input: InputOf<ItemOperations["add"]>): Promise<number> {
  assertJson(input.extData);
  if (await mirrorsEnumeration(ctx, input.dictTypeId)) throw mirrored(input.code);
  return items.add(ctx, input);
}

export async function updateItem(ctx: Context, input: InputOf<ItemOperations["update"]>): Promise<null> {
  assertJson(input.extData);
  const row = await lockRow(ctx, "dictItems", sysDictData, input.id);
  const isMirror = (await mirrorsEnumeration(ctx, row.dictTypeId)) || (await mirrorsEnumeration(ctx, input.dictTypeId));
  const keeps =
    input.dictTypeId === row.dictTypeId &&
    input.code === row.code &&
    input.value === row.value &&
    (input.status ?? row.status) === row.status;
  if (isMirror && !keeps) throw mirrored(row.code);
  return items.update(ctx, input);
}

export async function deleteItem(ctx: Context, input: InputOf<ItemOperations["delete"]>): Promise<null> {
  const row = await lockRow(ctx, "dictItems", sysDictData, input.id);
  if (await mirrorsEnumeration(ctx, row.dictTypeId)) throw mirrored(row.code);
  return items.delete(ctx, input);
}

export async function setItemStatus(ctx: Context, input: InputOf<ItemOperations["setStatus"]>): Promise<null> {
  const row = await lockRow(ctx, "dictItems", sysDictData, input.id);
  if (await mirrorsEnumeration(ctx, row.dictTypeId)) throw mirrored(row.code);
  return items.update(ctx, input);
}
