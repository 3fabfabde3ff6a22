import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { sysTenant } from "@countinghouse/contract/system/tenant/tenant.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { invitationLink } from "../invitation-link.ts";
import { nothing, type OwnResult, oneRow, pageShape, type StockCall, type StockRequest } from "../stock-call.ts";
import type { StockInput } from "../values.ts";

/** Tenants share one database and are separated by row: the client's connection fields are empty. */
const tenantShape = (tenant: OwnResult) => ({
  ...tenant,
  host: null,
  tenantType: 0,
  dbType: null,
  connection: null,
  configId: null,
  slaveConnections: null,
});

/** The client has one field for the administrator: where no name is given, the account serves as the name. */
const newTenant = ({ adminName, ...sent }: StockInput): StockInput => ({
  ...sent,
  adminName: adminName || sent.adminAccount,
});

/** The client identifies a tenant by its administrator's id; ours by the tenant's. */
async function tenantOf(sent: StockInput, { ask }: StockRequest): Promise<number> {
  const userId = Number(Object.entries(sent).find(([name]) => name.toLowerCase() === "userid")?.[1]);
  const tenants: OwnResult[] = await ask(sysTenant, "list", {});
  const found = tenants.find((tenant) => tenant.userId === userId);
  if (!found) throw notFound("sysUser", userId);
  return found.id;
}

async function resetPwd(sent: StockInput, request: StockRequest): Promise<string> {
  return invitationLink(await request.ask(sysTenant, "resetPwd", { id: await tenantOf(sent, request) }), request);
}

async function userList({ tenantId }: StockInput, { ask }: StockRequest): Promise<OwnResult[]> {
  const { orgId } = await ask(sysTenant, "detail", { id: tenantId });
  return orgId === null ? [] : (await ask(sysUser, "page", { orgId, pageSize: 200 })).items;
}

export const tenantCalls: readonly StockCall[] = [
  {
    call: "POST sysTenant/page",
    resource: sysTenant,
    operation: "page",
    result: (page) => pageShape(page, tenantShape),
  },
  // The new administrator's link is available from `resetPwd`: the client shows nothing of this answer.
  { call: "POST sysTenant/add", resource: sysTenant, operation: "add", input: newTenant, result: nothing },
  { call: "POST sysTenant/update", overwrites: true },
  { call: "POST sysTenant/setStatus", resource: sysTenant, operation: "setStatus", result: oneRow },
  { call: "POST sysTenant/delete", unsafe: "keepsBooks" },
  { call: "POST sysTenant/createDb", unsafe: "oneDatabase" },
  {
    call: "GET sysTenant/ownMenuList",
    run: async (sent, request) => request.ask(sysTenant, "ownMenuList", { id: await tenantOf(sent, request) }),
  },
  { call: "POST sysTenant/resetPwd", run: resetPwd },
  { call: "POST sysTenant/userList", run: userList },
];
