import { awaitedAreas, awaitedFields } from "@countinghouse/contract/awaited-fields.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { expectNone } from "./expect-none.ts";
import { type Configuration, fieldReaders, settableFields } from "./field-readers.ts";
import { readSource, sources } from "./sources.ts";

/** Bills have amounts of the names that fee rules have. */
const bills = "apps/server/src/modules/funds";

/** Where the price of a payment is copied into its agreement, and terms of refunds and disputes with it. */
const agreements = "apps/server/src/modules/payments/agreement";

/** Where each record that configures is kept: the server's module and the table. */
const homes: Readonly<Record<string, Omit<Configuration, "resource">>> = {
  merchant: { module: "merchants/merchant", table: "merchants" },
  coinApp: { module: "merchants/coin-app", table: "coinApps" },
  merchantAccountCfg: { module: "merchants/merchant-account-cfg", table: "accountTerms" },
  merPaymentMethodCfg: {
    module: "merchants/mer-payment-method-cfg",
    table: "feeRules",
    copied: {
      by: [
        ...["agreement.service.ts", "agreement.policy.ts"].map((file) => `${agreements}/${file}`),
        ...[
          "ledger/ledger.batch.policy.ts",
          "ledger/ledger.batch-check.store.ts",
          "billing/bill-document.service.ts",
        ].map((file) => `${bills}/${file}`),
      ],
      fields: [
        "refundFee",
        "refundFeePercent",
        "returnFeeOnRefund",
        "inquiryFee",
        "disputePenalty",
        "disputePenaltyRefundOnWin",
        "refusalPenalty",
      ],
    },
  },
  merPaymentTypeCfg: {
    module: "merchants/mer-payment-type-cfg",
    table: "paymentTypeTerms",
    decidesPayments: ["requireCvc", "requireThreeDs", "allowSavedCard", "allowManualCapture", "limits", "status"],
  },
  merGatewayAccountCfg: { module: "merchants/mer-gateway-account-cfg", table: "merGatewayAccountCfgs" },
  merPayChannelCfg: {
    module: "merchants/mer-pay-channel-cfg",
    table: "merPayChannelCfgs",
    decidesPayments: ["isOffered", "currencies", "countries", "devices", "limits", "status"],
  },
  routing: { module: "gateways/routing", table: "merchantRoutings" },
  channel: {
    module: "gateways/channel",
    table: "channels",
    decidesPayments: ["currencies", "countries", "limits", "sort", "maintenanceFrom", "maintenanceTo"],
  },
  gateway: { module: "gateways/gateway", table: "gateways" },
  gatewayAccount: {
    module: "gateways/gateway-account",
    table: "gatewayAccounts",
    namesakes: { by: [`${agreements}/agreement.service.ts`], fields: ["settlementCurrency"] },
  },
  gatewayAccountPaymentMethod: {
    module: "gateways/gateway-account-payment-method",
    table: "gatewayMethods",
    // Compared with the audit trail, by name alone.
    namesakes: { by: [`${bills}/ledger/ledger.input.policy.ts`], fields: ["costModel", "disputeCost"] },
  },
  upstreamGateway: { module: "gateways/upstream-gateway", table: "upstreamGateways" },
  upstreamGatewayPaymentMethod: { module: "gateways/upstream-gateway-payment-method", table: "upstreamMethods" },
  paymentMethod: { module: "gateways/payment-method", table: "paymentMethods" },
  fileEndpoint: { module: "funds/file-endpoint", table: "fileEndpoints" },
  reconSource: { module: "funds/recon", table: "reconSources" },
  businessDay: { module: "funds/calendar", table: "businessDays" },
  screening: { module: "funds/screening", table: "screeningEntries" },
  merchantWebhookConfig: { module: "integration/merchant-webhook-config", table: "webhookEndpoints" },
  sysUser: { module: "system/user", table: "users" },
  sysRole: { module: "system/role", table: "roles" },
  sysOrg: { module: "system/org", table: "orgs" },
  sysPos: { module: "system/pos", table: "positions" },
  sysTenant: { module: "system/tenant", table: "tenants" },
  sysConfig: { module: "settings/config", table: "settings" },
  sysMenu: { module: "settings/menu", table: "menus" },
  messageChannel: { module: "settings/message-channel", table: "messageChannels" },
  sysOpenAccess: { module: "operations/open-access", table: "openAccesses" },
  sysLdap: { module: "system/ldap", table: "ldapDirectories" },
};

/** Resources that record what happened or show what is there, with commands that are deeds and set nothing. */
const notConfiguration: readonly string[] = [
  "sysHome",
  "inbox",
  "goLive",
  "merchantOwner",
  "merchantDocument",
  "merchantRequest",
  "merchantStaff",
  "sysUserMenu",
  "sysSchedule",
  "sysChangelog",
  "sysAbout",
  "reportByGateway",
  "reportByMerchant",
  "reportByDomain",
  "reportSchedule",
  "capture",
  "coinOrder",
  "orderImport",
  "orderImportRow",
  "refundImport",
  "refundImportRow",
  "orderStats",
  "paymentAttempt",
  "cardRange",
  "cardRangeFile",
  "merchantBalance",
  "settlementLine",
  "settlements",
  "billing",
  "merchantBilling",
  "merDeposit",
  "cashout",
  "payoutOrder",
  "payoutAccount",
  "recon",
  "reconItem",
  "bankStatement",
  "bankLine",
  "orderRefund",
  "paymentDue",
  "ledger",
  "sysRate",
  "webhook",
  "inboundWebhook",
  "changeRequest",
  "sysNotice",
  "sysOnlineUser",
  "sysUserPreference",
  "sysAuth",
  "sysDictType",
  "sysDictData",
  "sysConst",
  "sysRegion",
  "sysInfoSetting",
  "messageLog",
  "sysLogVis",
  "sysLogDiff",
  "sysLogOp",
  "sysServer",
  "sysCache",
  "sysLogEx",
  "eventExceptionLog",
  "swagger",
  "sysJobRun",
  "sysApi",
  "sysJob",
  "sysDatabase",
  "sysFile",
  "sysOpenAccessCall",
];

/** Read by people or by the platform, whatever the record. */
const everywhere = ["id", "version", "remark", "description", "orderNo"];

/** Fields that people read and that decide nothing by themselves, or that their own module holds to, and why. */
const heldElsewhere: Readonly<Record<string, readonly (readonly [why: string, ...fields: string[]])[]>> = {
  messageChannel: [["what people call it by", "name"]],
  sysOpenAccess: [["what people call it by", "name"]],
  sysLdap: [
    ["how the directory is asked when somebody signs in (system/directory)", "port", "tls", "caCertificate"],
    ["as whom it is read, and whom it finds (system/directory)", "bindDn", "authFilter"],
  ],
  sysTenant: [["made into the account of its administrator", "adminAccount", "adminName"]],
  sysPos: [["tells positions of one name apart, by their unique index", "code"]],
  merchant: [
    [
      "what whoever accepts a merchant looks at",
      "legalName",
      "registrationNo",
      "taxNo",
      "incorporationDate",
      "registeredAddress",
      "businessModel",
      "website",
      "expectedMonthlyVolume",
      "averageTicket",
      "riskLevel",
    ],
    ["whom the operator calls or writes to", "contactName", "contactPhone", "contactEmail"],
  ],
  coinApp: [["tells people what the app runs on", "platforms"]],
  merPaymentTypeCfg: [["its module refuses to switch a type on without it", "pciLevel"]],
  channel: [["the price that sales people start from", "recommendedPercent", "recommendedFixed"]],
  gateway: [["tells people who the contract is with", "legalEntity"]],
  sysUser: [
    [
      "a person's file, which colleagues read",
      "managerUserId",
      "jobNum",
      "posLevel",
      "posTitle",
      "expertise",
      "officeZone",
      "office",
      "joinDate",
      "sex",
      "age",
      "birthday",
      "nation",
      "cardType",
      "cultureLevel",
      "politicalOutlook",
      "college",
      "officePhone",
      "emergencyContact",
      "emergencyPhone",
      "emergencyAddress",
    ],
  ],
  sysOrg: [["the tree that people look at, and who leads a part of it", "pid", "level", "directorId"]],
  sysConfig: [["the tab of its screen", "groupCode"]],
};

const all: readonly Resource[] = resources;
const awaitedOf = (resource: string): string[] => Object.values(awaitedFields[resource] ?? {}).flat();
const heldOf = (resource: string): string[] =>
  (heldElsewhere[resource] ?? []).flatMap(([_why, ...fields]) => fields).concat(everywhere);

describe("fields that somebody sets", () => {
  const read = new Map<string, ReadonlyMap<string, boolean>>();

  beforeAll(() => {
    const readersOf = fieldReaders(sources());
    for (const resource of all) {
      const home = homes[resource.name];
      if (home) read.set(resource.name, readersOf({ ...home, resource }));
    }
  });

  const fieldsBy = (isRead: boolean): [resource: string, field: string][] =>
    [...read].flatMap(([resource, fields]) =>
      [...fields].flatMap(([field, is]): [string, string][] => (is === isRead ? [[resource, field]] : [])),
    );

  test("every resource either configures or is said not to", () => {
    expectNone(
      all
        .map(({ name }) => name)
        .filter((name) => name in homes === notConfiguration.includes(name))
        .map((name) => `${name}: say in homes where it is kept, or list it in notConfiguration`),
    );
    expect(fieldsBy(true).length).toBeGreaterThan(150);
  });

  test("are obeyed by something outside their own screen, or say what they wait for", () => {
    expectNone(
      fieldsBy(false)
        .filter(([resource, field]) => ![...awaitedOf(resource), ...heldOf(resource)].includes(field))
        .map(
          ([resource, field]) =>
            `${resource}.${field} is set and read by nothing: obey it, remove it, or list it in ` +
            "packages/contract/src/awaited-fields.ts with the area that will read it",
        ),
    );
  });

  test("that wait for an area leave the list as soon as something reads them", () => {
    expectNone(
      fieldsBy(true)
        .filter(([resource, field]) => awaitedOf(resource).includes(field))
        .map(([resource, field]) => `${resource}.${field} is read now: take it out of awaited-fields.ts`),
    );
  });

  test("that are listed exist, in one list each", () => {
    const listed = Object.keys({ ...awaitedFields, ...heldElsewhere }).flatMap((name) => {
      const resource = all.find((one) => one.name === name);
      const known = resource ? settableFields(resource) : [];
      const own = (heldElsewhere[name] ?? []).flatMap(([_why, ...fields]) => fields);
      const fields = [...awaitedOf(name), ...own];
      return fields
        .filter((field, index) => !known.includes(field) || fields.indexOf(field) !== index)
        .map((field) => `${name}.${field} is listed twice, or is no field that somebody sets: correct the lists`);
    });
    expectNone(listed);
    expect(Object.keys(awaitedAreas).length).toBeGreaterThan(0);
  });
});

describe("the reading of a field", () => {
  const home = "apps/server/src/modules/gateways/channel";
  const channel = all.find(({ name }) => name === "channel") as Resource;
  const readBy = (
    files: Readonly<Record<string, string>>,
    field: string,
    decidesPayments: readonly string[] = [],
  ): boolean | undefined =>
    fieldReaders(Object.entries(files).map(([path, text]) => readSource(path, text)))({
      resource: channel,
      module: "gateways/channel",
      table: "channels",
      decidesPayments,
    }).get(field);

  const list = "apps/server/src/modules/gateways/offer";
  const offer = {
    [`${list}/index.ts`]: 'export { shown, route } from "./offer.store.ts";',
    [`${list}/offer.store.ts`]:
      "export const shown = () => sql`SELECT limits FROM channels`;\nexport const route = () => sql`SELECT 1`;",
  };
  const payment = (name: string) => ({
    "apps/server/src/modules/payments/order-acceptance/order-route.service.ts": `import { ${name} } from "../../gateways/offer/index.ts";\nexport const begin = () => ${name}();`,
  });

  test.each([
    ["what is shown alone", { ...offer, ...payment("route") }, false],
    ["the beginning of a payment", { ...offer, ...payment("shown") }, true],
  ] as const)("that decides about payments by %s", (_who, files, isRead) => {
    expect(readBy(files, "limits", ["limits"])).toBe(isRead);
  });

  test.each([
    [
      "code elsewhere that works with the table",
      { "apps/server/src/modules/a/b/b.store.ts": "sql`SELECT fee_mode, sort FROM channels`" },
      true,
    ],
    ["code elsewhere that does not", { "apps/server/src/modules/a/b/b.store.ts": "const sort = 1;" }, false],
    ["its own routes alone", { [`${home}/channel.routes.ts`]: "export const add = ({ sort }) => sort;" }, false],
    [
      "what its module offers others",
      {
        [`${home}/index.ts`]: 'export { order } from "./channel.policy.ts";',
        [`${home}/channel.policy.ts`]:
          "export const order = (row) => placeOf(row);\nconst placeOf = (row) => row.sort;",
      },
      true,
    ],
    [
      "a list of columns alone",
      {
        [`${home}/index.ts`]: 'export { read } from "./channel.store.ts";',
        [`${home}/channel.store.ts`]: 'export const read = (db) => db.select(["sort"]);',
      },
      false,
    ],
    ["a test", { "apps/server/src/modules/a/b/b.test.ts": "channels.sort" }, false],
  ] as const)("by %s", (_who, files, isRead) => {
    expect(readBy(files as Readonly<Record<string, string>>, "sort")).toBe(isRead);
  });
});
