import { randomUUID } from "node:crypto";
import type { TestApp } from "./app.ts";
import type { OneOfEach } from "./one-of-each.ts";
import { unique } from "./people.ts";

/** A file and a key for programs, both of a tenant; a region and a way for messages, both of the platform. */
export async function buildSystemOnes(
  { platform: { db }, clock }: TestApp,
  { tenantId, orgId, userId }: { readonly tenantId: number; readonly orgId: number; readonly userId: number },
): Promise<OneOfEach> {
  const now = clock.now().toISOString();
  const file = await db
    .insertInto("sysFiles")
    .values({
      tenantId,
      createOrgId: orgId,
      fileName: "note.txt",
      suffix: "txt",
      contentType: "text/plain",
      fileBytes: 4,
      storeKey: randomUUID(),
      isPublic: true,
    } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  const accessKey = unique("ak_");
  const access = await db
    .insertInto("openAccesses")
    .values({ tenantId, name: "Till", accessKey, secretSealed: "v1", secretTime: now, bindUserId: userId } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  const call = await db
    .insertInto("openAccessCalls")
    .values({
      tenantId,
      accessKey,
      operation: "sysPos.list",
      method: "GET",
      status: 200,
      outcome: "answered",
      elapsed: 1,
      ip: "127.0.0.1",
      requestId: "r",
      createTime: now,
    } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  const region = await db
    .insertInto("regions")
    .values({ code: "XQ", name: "Nowhere", level: 0 } as never)
    .onConflict((conflict) => conflict.column("code").doUpdateSet({ name: "Nowhere" }))
    .returning("id")
    .executeTakeFirstOrThrow();
  const channel = await db
    .insertInto("messageChannels")
    .values({
      name: "Mail",
      kind: "email_smtp",
      host: "mail.example.com",
      port: 465,
      tls: "implicit",
      sender: "noreply@example.com",
      sealKey: randomUUID(),
    } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  const directory = await db
    .insertInto("ldapDirectories")
    .values({
      tenantId,
      host: "ldap.example.com",
      baseDn: "dc=example,dc=com",
      bindDn: "cn=reader",
      bindPassSealed: "v1",
      sealKey: randomUUID(),
      bindPassTime: now,
      authFilter: "(uid=%s)",
      userFilter: "(objectClass=person)",
      orgFilter: "(objectClass=organizationalUnit)",
      bindAttrAccount: "uid",
      bindAttrCode: "entryUUID",
      attrRealName: "cn",
      orgId,
    } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  return {
    sysLdap: {
      id: directory.id,
      input: {
        host: "taken.example.com",
        baseDn: "dc=example,dc=com",
        bindDn: "cn=reader",
        bindPass: "taken",
        orgId,
        kind: "users",
      },
      row: "ldap_directories",
    },
    sysRegion: { id: region.id, row: "regions" },
    messageChannel: { id: channel.id, row: "message_channels" },
    sysFile: { id: file.id, input: { part: 1, data: "AAAA", fileName: "note.txt" }, row: "sys_files" },
    sysOpenAccess: { id: access.id, input: { name: "Taken", bindUserId: userId }, row: "open_accesses" },
    sysOpenAccessCall: { id: call.id, row: "open_access_calls" },
  };
}
