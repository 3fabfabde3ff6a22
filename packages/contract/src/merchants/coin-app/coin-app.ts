import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Flag, field, Instant, Integer, optionalLongText, requiredText, Version } from "../../kit/field.ts";
import { between, contains, exact, numbered, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { localeNames } from "../../names.ts";
import { PaymentMode, SwitchStatus } from "../../payment-enumerations.ts";
import { Currency } from "../../payment-fields.ts";
import { lookup, reference } from "../../references.ts";
import { AppCategory, AppPlatform, KeyScope } from "../../terms-enumerations.ts";
import { MerchantId } from "../merchant/merchant.ts";
import { coinAppMessages } from "./coin-app.messages.ts";

/** Id of an app: made by the server, sorts by the time it was made. */
export const CoinAppId = reference("coinApp");

/** How long the secret before the last one goes on being accepted. */
export const secretOverlapHours = 24;

/** An address that payers or notifications are sent to: a page, for tests that of a developer's own machine. */
const Address = field(z.url({ protocol: /^https?$/ }).max(512), { kind: "text" });

/** Where pages come from that speak for payers, exactly as browsers name it (RFC 6454): no path and no closing slash. */
const PageOrigin = z
  .url({ protocol: /^https?$/ })
  .max(255)
  .refine((text) => URL.canParse(text) && new URL(text).origin === text);

/** An address or a block of addresses, IPv4 or IPv6. */
export const AddressBlock = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Text on the payer's statement beside the merchant's own: what card networks print, so no marks of any kind. */
const DescriptorSuffix = field(
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9 .-]{1,12}$/),
  { kind: "code", format: "statement" },
);

/** A colour of the sRGB space as pages write it: red, green and blue in two hexadecimal digits each. */
const Colour = field(
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/),
  { kind: "code" },
);

/** Largest logo of an app in bytes: with it, a payment page stays below 60 kB. */
export const appLogoLimitBytes = 12_288;

const fields = {
  name: requiredText(64),
  category: AppCategory.schema.default("other"),
  description: optionalLongText(500),
  platforms: field(z.array(AppPlatform.schema).max(4), { kind: "enumeration", enumeration: AppPlatform }).default([]),
  descriptorSuffix: DescriptorSuffix.nullish(),
  defaultCurrency: Currency,
  returnUrl: Address.nullish(),
  cancelUrl: Address.nullish(),
  notifyUrl: Address.nullish(),
  allowedOrigins: field(z.array(PageOrigin).max(20), { kind: "list" }).default([]),
  maxAttempts: field(z.number().int().min(1).max(10), { kind: "integer" }).default(3),
  orderExpireMinutes: field(z.number().int().min(5).max(10_080), { kind: "integer" }).default(30),
  /** What payers read in place of the merchant's name, in their language. */
  payerNames: localeNames(64),
  /** Head and button of the payment page. Their text is black or white, whichever reads better. */
  brandColor: Colour.nullish(),
};

/** The key of an app in one mode. The key is public; its secret is told once, when it is made. */
export const AppKey = z.object({
  mode: PaymentMode.schema,
  appKey: field(z.string(), { kind: "id" }),
  publishableKey: field(z.string(), { kind: "id" }),
  isEnabled: Flag,
  /** None means all of them. */
  scopes: z.array(KeyScope.schema),
  /** None means from everywhere. */
  allowedIps: z.array(z.string()),
  expireTime: Instant.nullable(),
  /** Exact to the minute. */
  lastUsedTime: Instant.nullable(),
  /** When the present secret was made; null while there is none. */
  secretTime: Instant.nullable(),
  /** Until when the secret before it is accepted. */
  previousUntil: Instant.nullable(),
});
export type AppKey = z.output<typeof AppKey>;

/** A selling surface of a merchant: a site, an app, a game. */
export const CoinApp = z.object({
  id: CoinAppId,
  appNo: Code,
  merchantId: MerchantId,
  merchantName: z.string(),
  ...fields,
  status: SwitchStatus.schema,
  /** How many of its keys take calls: enabled, with a secret, not expired. */
  keysInUse: Integer,
  lastUsedTime: Instant.nullable(),
  ...auditFields,
});
export type CoinApp = z.output<typeof CoinApp>;

const spec = {
  filters: {
    name: contains(64),
    appNo: numbered("AP"),
    appKey: contains(64),
    status: oneOf(SwitchStatus.schema),
    category: oneOf(AppCategory.schema),
    merchantId: exact(MerchantId),
    createTime: between(Instant),
  },
  sortBy: ["createTime", "name", "merchantName", "appNo"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const ById = z.object({ id: CoinAppId });
const idAndVersion = { id: CoinAppId, version: Version.nullish() };
const OfKey = z.object({ id: CoinAppId, mode: PaymentMode.schema });

export const coinApp = defineResource({
  name: "coinApp",
  record: CoinApp,
  refusals: {
    duplicate: { status: 409, field: "name", constraint: "coin_apps_name_unique" },
    expiryPast: { field: "expireTime" },
    noSecret: { status: 409, field: "isEnabled" },
    noPrevious: { status: 409 },
  },
  operations: {
    page: list(CoinApp, spec),
    /** For choosing an app: the first 1000 by name. */
    list: query(
      z.object({ ...lookup("coinApp"), merchantId: MerchantId.nullish() }),
      z.array(z.object({ id: CoinAppId, name: z.string(), appNo: z.string(), merchantId: MerchantId })),
    ),
    detail: query(ById, CoinApp),
    keys: query(ById, z.array(AppKey)),
    /** The logo on the payment page as a data URI; null where there is none. */
    logo: query(ById, z.string().nullable()),
    add: command(z.object({ merchantId: MerchantId, ...fields }), CoinAppId, { stepUp: true, refusals: ["duplicate"] }),
    update: command(changeInput({ ...fields, ...idAndVersion }), Done, {
      stepUp: true,
      refusals: ["duplicate", "urlNotPublic"],
    }),
    /** Sets the logo, PNG, JPEG or WebP as a data URI, or takes it away. */
    setLogo: command(
      z.object({ id: CoinAppId, logo: field(z.string().max(18_000), { kind: "text" }).nullish() }),
      Done,
      {
        stepUp: true,
        refusals: ["logoMalformed", "logoTooLarge", "logoType"],
      },
    ),
    setStatus: command(z.object({ ...idAndVersion, status: SwitchStatus.schema }), Done, { stepUp: true }),
    /** Limits a key, or switches it on and off. */
    updateKey: command(
      OfKey.extend({
        isEnabled: Flag,
        scopes: field(z.array(KeyScope.schema).max(20), { kind: "list" }),
        allowedIps: field(z.array(AddressBlock).max(100), { kind: "list" }),
        expireTime: Instant.nullish(),
      }),
      Done,
      { stepUp: true, refusals: ["urlNotPublic", "expiryPast", "noSecret"] },
    ),
    /** Makes a new secret and tells it once; the one before it is accepted for a day more. */
    rotateSecret: command(OfKey, z.object({ secret: z.string(), previousUntil: Instant.nullable() }), {
      stepUp: true,
      secretResult: true,
    }),
    /** Stops accepting the secret before the present one at once. */
    endPreviousSecret: command(OfKey, Done, { stepUp: true, refusals: ["noPrevious"] }),
    export: exportOf(spec),
  },
  menu: {
    path: "/merchant/app",
    component: "coin-app/coin-app.list",
    icon: "key-round",
    order: 200,
  },
  messages: coinAppMessages,
});
