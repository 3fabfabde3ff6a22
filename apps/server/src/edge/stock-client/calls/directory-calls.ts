import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { sysLdap } from "@countinghouse/contract/system/ldap/ldap.ts";
import { nothing, type OwnResult, pageShape, type StockCall, type StockRequest } from "../stock-call.ts";
import type { StockInput } from "../values.ts";

const startTlsPort = 389;

/** `version` is the LDAP version that this client shows; the password is never returned. */
const directoryShape = (directory: OwnResult) => ({ ...directory, version: 3, bindPass: "" });

/** The client omits the parentheses of a filter, and has no field for TLS or for the organisation of new users. */
function directoryInput({ version: _protocol, ...sent }: StockInput): StockInput {
  const filter = typeof sent.authFilter === "string" ? sent.authFilter.trim() : "";
  const isBare = filter !== "" && !filter.startsWith("(");
  return {
    ...sent,
    ...(isBare ? { authFilter: `(${filter})` } : {}),
    tls: sent.tls ?? (Number(sent.port) === startTlsPort ? "starttls" : "ldaps"),
  };
}

/** A new directory places its users in the caller's own organisation: the client has no field for it. */
async function add(sent: StockInput, { ask }: StockRequest): Promise<number> {
  const { orgId } = await ask(sysAuth, "userInfo", {});
  return ask(sysLdap, "add", { orgId, ...directoryInput(sent) });
}

export const directoryCalls: readonly StockCall[] = [
  {
    call: "POST sysLdap/page",
    resource: sysLdap,
    operation: "page",
    input: ({ searchKey, ...filters }) => ({ ...filters, host: filters.host || searchKey }),
    result: (page) => pageShape(page, directoryShape),
  },
  { call: "POST sysLdap/add", resource: sysLdap, operation: "add", run: add },
  {
    call: "POST sysLdap/update",
    resource: sysLdap,
    operation: "update",
    input: directoryInput,
    overwrites: true,
  },
  { call: "POST sysLdap/syncUser", resource: sysLdap, operation: "syncUser", result: nothing },
  { call: "POST sysLdap/syncOrg", resource: sysLdap, operation: "syncOrg", result: nothing },
  { call: "POST sysLdap/syncDept", resource: sysLdap, operation: "syncOrg", result: nothing },
];
