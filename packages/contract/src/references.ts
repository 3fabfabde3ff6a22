import { z } from "zod";
import { field, Id } from "./kit/field.ts";
import type { ReferenceTarget } from "./kit/reference.ts";
import { idOf, SnakeCode } from "./payment-fields.ts";

const method = {
  resource: "paymentMethod",
  name: { en: "nameEn", "zh-cn": "nameZhCn", "zh-tw": "nameZhTw" },
  number: "code",
  enabled: "enabled",
  narrowedBy: "merchantId",
  isOpen: true,
} as const;

/** Everything that fields refer to, declared once. Named by resource, and by the code where that is what is stored. */
export const references = {
  merchant: { resource: "merchant", name: "name", number: "merchantNo", hasRows: true },
  coinApp: { resource: "coinApp", name: "name", number: "appNo", within: "merchantId", hasRows: true },
  gateway: { resource: "gateway", name: "name", beside: ["mode"], hasRows: true },
  gatewayAccount: {
    resource: "gatewayAccount",
    name: "name",
    number: "accountNo",
    beside: ["gatewayName", "mode"],
    narrowedBy: "merchantId",
    hasRows: true,
  },
  fundingAccount: {
    resource: "payoutAccount",
    name: "bankName",
    number: "last4",
    beside: ["holderName", "currency", "mode"],
    narrowedBy: "currency",
    hasRows: true,
  },
  fileEndpoint: { resource: "fileEndpoint", name: "name", number: "url", enabled: "enabled", hasRows: true },
  channel: {
    resource: "channel",
    name: "name",
    number: "channelCode",
    beside: ["methodName"],
    narrowedBy: "merchantId",
    hasRows: true,
  },
  upstreamGateway: { resource: "upstreamGateway", name: "name", number: "code", enabled: "enabled", hasRows: true },
  paymentMethod: { ...method, hasRows: true },
  paymentMethodCode: { ...method, key: "code" },
  merchantWebhookConfig: { resource: "merchantWebhookConfig", name: "name", beside: ["url"], hasRows: true },
  sysTenant: { resource: "sysTenant", name: "name", enabled: 1 },
  sysUser: { resource: "sysUser", name: "realName", number: "account", hasRows: true },
  sysOrg: { resource: "sysOrg", name: "name", number: "code", narrowedBy: "tenantId", isOpen: true, isWhole: true },
  sysPos: { resource: "sysPos", name: "name", number: "code", enabled: 1, isOpen: true, hasRows: true },
  sysRole: { resource: "sysRole", name: "name", number: "code", group: "tenantName", isOpen: true, hasRows: true },
} as const satisfies Record<string, ReferenceTarget>;

/** Name of something that fields refer to. */
export type ReferenceName = keyof typeof references;

const schemas = {
  merchant: idOf("mer"),
  coinApp: idOf("app"),
  gateway: idOf("gw"),
  gatewayAccount: idOf("ga"),
  fundingAccount: idOf("poa"),
  fileEndpoint: idOf("fep"),
  channel: idOf("chn"),
  upstreamGateway: idOf("ug"),
  paymentMethod: idOf("pm"),
  paymentMethodCode: SnakeCode,
  merchantWebhookConfig: idOf("whe"),
  sysTenant: Id,
  sysUser: Id,
  sysOrg: Id,
  sysPos: Id,
  sysRole: Id,
} as const satisfies Record<ReferenceName, z.ZodType>;

/** A field that refers to another record: chosen by name, shown by name, sent and stored as its id or code. */
export function reference<T extends ReferenceName>(target: T): (typeof schemas)[T] {
  // A copy, since what the field refers to is kept by its schema.
  const schema: z.ZodType = schemas[target].clone();
  return field(schema, { kind: "reference", target: references[target] }) as (typeof schemas)[T];
}

/** The same as it is stored, whatever its shape. */
export const storedReference = (target: ReferenceName) =>
  field(z.string(), { kind: "reference", target: references[target] });

/** Several of one kind. */
export const severalOf = <T extends ReferenceName>(target: T, max: number) =>
  field(z.array(reference(target)).max(max), { kind: "list" });

/** Most ids that a `list` is asked for at once. */
export const lookupMax = 100;

/**
 * Input of a `list` that records are chosen from: those of some ids, or those whose name or number holds a text; the first
 * ones by name unless told. Those that can no longer be chosen are left out unless asked for, or named by id.
 */
export const lookup = <T extends ReferenceName>(target: T) => {
  const id = schemas[target];
  return {
    ids: z
      .union([z.array(id).min(1).max(lookupMax), id.transform((one) => [one])])
      .optional() as unknown as z.ZodOptional<
      z.ZodType<z.output<(typeof schemas)[T]>[], z.input<(typeof schemas)[T]>[]>
    >,
    keyword: z.string().trim().max(64).optional(),
    limit: z.number().int().min(1).max(1000).default(1000),
    withEnded: z.boolean().optional(),
  };
};
