import { type GatewayTax, gateway } from "@countinghouse/contract/gateways/gateway/gateway.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { assertFresh, lockRow } from "../../../platform/db/table-operations.ts";
import { withoutUndefined } from "../../../platform/db/without-undefined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { overlapOf, precededBy, type TaxPeriod } from "./gateway.policy.ts";
import { findUpstream, gateways, insertTax, listTaxes, removeTax, type TaxRow, updateTax } from "./gateway.store.ts";

type Operations = typeof gateway.operations;
type TaxUpdate = InputOf<Operations["taxUpdate"]>;

export async function addGateway(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  const upstream = await findUpstream(ctx, input.upstreamGatewayId);
  const address = input.mode === "live" ? upstream.baseUrlLive : upstream.baseUrlTest;
  if (!address) throw refuse("gateway.addressMissing", { name: upstream.name });
  // A gateway belongs to its provider's tenant, whoever creates it.
  return gateways.add(ctx, { ...input, tenantId: upstream.tenantId });
}

export const changeGateway = (ctx: Context, input: InputOf<Operations["update"]>): Promise<null> =>
  gateways.update(ctx, input);

export const setGatewayStatus = (ctx: Context, input: InputOf<Operations["setStatus"]>): Promise<null> =>
  gateways.update(ctx, input);

export async function readTaxes(ctx: Context, gatewayId: string): Promise<GatewayTax[]> {
  await gateways.detail(ctx, { id: gatewayId });
  return (await listTaxes(ctx, gatewayId)) as GatewayTax[];
}

/** The taxes of a locked gateway, so that none is added between check and change. */
async function lockTaxes(ctx: Context, gatewayId: string) {
  const { tenantId } = await lockRow(ctx, "gateways", gateway, gatewayId);
  return { tenantId, rows: await listTaxes(ctx, gatewayId) };
}

function assertFits(rows: readonly TaxPeriod[], wanted: TaxPeriod): void {
  if (wanted.validTo !== null && wanted.validTo <= wanted.validFrom) throw refuse("gateway.taxReversed");
  const overlap = overlapOf(rows, wanted);
  if (overlap) throw refuse("gateway.taxOverlaps", { country: overlap.country, validFrom: overlap.validFrom });
}

export async function addTax(ctx: Context, input: InputOf<Operations["taxAdd"]>): Promise<string> {
  const { replaces, ...values } = input;
  const { tenantId, rows } = await lockTaxes(ctx, input.gatewayId);
  const wanted = {
    ...values,
    id: newId("gt", ctx.now),
    currency: values.currency ?? null,
    registrationNo: values.registrationNo ?? null,
    validTo: values.validTo ?? null,
  };
  const earlier = replaces ? precededBy(rows, wanted) : undefined;
  assertFits(earlier ? rows.filter((row) => row !== earlier) : rows, wanted);
  if (earlier) await updateTax(ctx, earlier, { validTo: wanted.validFrom });
  return insertTax(ctx, { ...wanted, tenantId });
}

function taxOf(rows: readonly TaxRow[], taxId: string): TaxRow {
  const row = rows.find(({ id }) => id === taxId);
  if (!row) throw refuse("gateway.taxUnknown");
  return row;
}

const today = ({ now }: Context): string => now.toISOString().slice(0, 10);
const fixedOnceBegun = ["country", "base", "taxName", "rate", "isInclusive", "currency", "validFrom"] as const;

export async function changeTax(ctx: Context, input: TaxUpdate): Promise<null> {
  const { taxId, gatewayId, version, ...values } = input;
  const { rows } = await lockTaxes(ctx, gatewayId);
  const row = taxOf(rows, taxId);
  assertFresh(gateway, version, row.version);
  const given = withoutUndefined(values);
  const wanted: TaxRow = { ...row, ...given };
  if (row.validFrom <= today(ctx)) {
    const moved = fixedOnceBegun.find((field) => wanted[field] !== row[field]);
    const endsInPast = wanted.validTo !== row.validTo && wanted.validTo !== null && wanted.validTo < today(ctx);
    if (moved || endsInPast) throw refuse("gateway.taxBegun", {}, { field: moved ?? "validTo" });
  }
  assertFits(rows, wanted);
  await updateTax(ctx, row, given);
  return null;
}

export async function deleteTax(ctx: Context, input: InputOf<Operations["taxDelete"]>): Promise<null> {
  const { rows } = await lockTaxes(ctx, input.gatewayId);
  const row = taxOf(rows, input.taxId);
  assertFresh(gateway, input.version, row.version);
  if (row.validFrom <= today(ctx)) throw refuse("gateway.taxBegun");
  await removeTax(ctx, row);
  return null;
}
