import { z } from "zod";
import { Flag, field, Version } from "../../kit/field.ts";
import { command, Done, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { GatewayHealth, PaymentMode, PaymentType } from "../../payment-enumerations.ts";
import { Countries, Country, CountryCode, Currencies, Currency, MinorAmount, SnakeCode } from "../../payment-fields.ts";
import { largerInput } from "../../platform/input-limits.ts";
import { ofRealMoney, whereChanged } from "../../platform/second-person.ts";
import { reference } from "../../references.ts";
import { routingMessages } from "./routing.messages.ts";
import { RouteExclusion, RoutingStrategy } from "./routing-enumerations.ts";

const GatewayAccountId = reference("gatewayAccount");
const amount = field(MinorAmount, { kind: "money", currencyField: "currency" });

const RouteRule = z
  .object({
    currencies: Currencies.default([]),
    countries: Countries.default([]),
    methods: z.array(SnakeCode).max(100).default([]),
    types: z.array(PaymentType.schema).max(20).default([]),
    /** Minor units; only with exactly one currency, since amounts of two cannot be compared. */
    minAmount: MinorAmount.nullable().default(null),
    maxAmount: MinorAmount.nullable().default(null),
    shares: z
      .array(z.object({ accountId: GatewayAccountId, percent: z.number().int().min(1).max(100) }))
      .min(1)
      .max(20),
  })
  .refine(({ shares }) => shares.reduce((sum, { percent }) => sum + percent, 0) === 100, "routing.sharesNotWhole")
  .refine(
    ({ currencies, minAmount, maxAmount }) => (minAmount === null && maxAmount === null) || currencies.length === 1,
    "routing.amountNeedsCurrency",
  );

/** Routing of a merchant's orders in one mode. */
export const MerchantRouting = z.object({
  merchantId: MerchantId,
  mode: PaymentMode.schema,
  strategy: RoutingStrategy.schema,
  rules: field(z.array(RouteRule).max(50), { kind: "list" }),
  fallbackAccountIds: field(z.array(GatewayAccountId).max(20), { kind: "list" }),
  /** 0 without terms of its own. */
  version: field(z.number().int().min(0), { kind: "integer" }),
});
export type MerchantRouting = z.output<typeof MerchantRouting>;

const Ranked = z.object({
  gatewayAccountId: z.string(),
  gatewayId: z.string(),
  channelId: z.string().nullable(),
  name: z.string(),
  priority: z.number().int(),
  weight: z.number().int(),
  health: GatewayHealth.schema,
  cost: z.string().nullable(),
  /** In hundredths of a per cent. */
  approvalRate: z.number().int(),
});

/** The account of a payment, and the exclusions of others. */
export const RouteDecision = z.object({
  chosen: z
    .object({ gatewayAccountId: z.string(), gatewayId: z.string(), channelId: z.string().nullable() })
    .nullable(),
  candidates: z.array(Ranked),
  excluded: z.array(
    z.object({
      accountId: z.string(),
      name: z.string(),
      reason: RouteExclusion.schema,
      reasons: z.array(RouteExclusion.schema),
    }),
  ),
  strategy: RoutingStrategy.schema,
  /** Issuer country; null if unknown before the gateway answers, absent without a card. */
  issuerCountry: CountryCode.nullish(),
  version: z.string(),
});

const whose = { merchantId: MerchantId, mode: PaymentMode.schema };

export const routing = defineResource({
  name: "routing",
  record: MerchantRouting,
  for: "operator",
  refusals: {
    rulesMissing: { field: "rules" },
  },
  operations: {
    detail: query(z.object(whose), MerchantRouting),
    /** Affects every order from now on, and so requires step-up authentication; for live orders also two people. */
    update: command(
      largerInput(MerchantRouting.omit({ version: true }).extend({ version: Version.or(z.literal(0)).nullish() }), {
        bytes: 400_000,
        elements: 25_000,
      }),
      Done,
      {
        refusals: ["accountNotBound", "rulesMissing", "sharesNotWhole", "amountNeedsCurrency"],
        stepUp: true,
        secondPerson: whereChanged("merchantRoutings", ["strategy", "rules", "fallbackAccountIds"], ofRealMoney),
      },
    ),
    /** Simulates the routing of a payment. Nothing is sent or stored. */
    tryRoute: query(
      z.object({
        ...whose,
        currency: Currency,
        amount,
        method: SnakeCode,
        type: PaymentType.schema.default("hosted_page"),
        country: Country.nullish(),
        binCountry: Country.nullish(),
        isManualCapture: Flag.default(false),
        needsThreeDs: Flag.default(false),
        /** Another number gives another weighted draw. */
        orderNo: z.string().trim().min(1).max(64).nullish(),
      }),
      RouteDecision,
      { method: "POST" },
    ),
  },
  messages: routingMessages,
});
