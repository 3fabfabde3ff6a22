import type { TestApp } from "./app.ts";

/** A call of somebody of a tenant that was written down. */
export async function buildLoggedCall(app: TestApp, table: "operationLogs" | "exceptionLogs", tenantId: number) {
  const call = {
    createTime: app.clock.now().toISOString(),
    tenantId,
    account: "lin",
    status: "500",
    httpMethod: "POST",
    requestUrl: "/api/sysPos/add",
    remoteIp: "192.0.2.1",
    location: "",
    browser: "",
    os: "",
    elapsed: 1,
    requestId: "r",
    node: "n",
    ...(table === "exceptionLogs" ? { errorType: "TypeError" } : {}),
  };
  const { id } = await app.platform.db
    .insertInto(table)
    .values(call as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
