import type { Updateable } from "kysely";
import type { TableName, Tables } from "./tables.ts";

/** The columns of each table that are kept as JSON; a test holds the list to the database. */
export const jsonColumns: Partial<Readonly<Record<TableName, readonly string[]>>> = {
  auditEntries: ["input", "changes"],
  captures: ["fx", "feeRule"],
  cardRangeFiles: ["faults"],
  channels: ["checkoutLabel", "limits", "recommendedFixed", "maintenanceMessage"],
  coinApps: ["payerNames"],
  coinOrderParticulars: ["items", "billingAddress", "shippingAddress", "metadata"],
  coinOrders: ["feeRule", "fx", "threeDs"],
  configs: ["names"],
  dictItems: ["names"],
  dictTypes: ["names"],
  eventExceptionItems: ["payload", "retry"],
  feeRules: ["tiers"],
  fxQuotes: ["rateIds"],
  gatewayAccounts: ["limits"],
  gatewayMethods: ["refundCost", "disputeCost", "limits"],
  gatewayShares: ["nodes"],
  idempotencyKeys: ["body"],
  inboundNotifications: ["headers"],
  jobRuns: ["input"],
  ledgerVerifications: ["violations"],
  menus: ["titles"],
  merGatewayAccountCfgs: ["limits", "proposal"],
  merPayChannelCfgs: ["limits"],
  merchantEvents: ["data", "endpointIds"],
  merchantRequests: ["wanted"],
  merchantRoutings: ["rules"],
  orderExchanges: ["requestHeaders", "responseHeaders"],
  orderImports: ["columns", "mapping", "totals"],
  orderTimeline: ["detail"],
  outboxEvents: ["payload", "audience"],
  passkeys: ["transports"],
  paymentAttempts: ["routeDecision", "nextAction", "threeDs", "agreement", "reported"],
  paymentTypeTerms: ["limits"],
  securityEvents: ["detail"],
  upstreamGateways: ["credentialSchema", "exponentOverrides"],
  upstreamMethods: ["limits", "defaultCostFixed"],
  userPreferences: ["value"],
  webhookEndpoints: ["events", "customHeaders"],
};

/** SQL of a query is no value, and neither is what was written as JSON already. */
const isValue = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !("toOperationNode" in value);

/**
 * Values of a row with its JSON columns as they are stored: the driver would take a list of objects for an array of SQL.
 * What is absent, null or written already stays so.
 */
export const asJson = <T extends TableName>(table: T, values: object): Updateable<Tables[T]> => {
  const columns: readonly string[] = jsonColumns[table as TableName] ?? [];
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      columns.includes(name) && isValue(value) ? JSON.stringify(value) : value,
    ]),
  ) as Updateable<Tables[T]>;
};
