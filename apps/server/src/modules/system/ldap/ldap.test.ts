import { sysLdap } from "@countinghouse/contract/system/ldap/ldap.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { AccountType, Status } from "@countinghouse/contract/system-enumerations.ts";
import { describe, expect, test } from "vitest";
import { ask, bearer } from "../../../../test/attack/visitor.ts";
import { type DirectoryMisconduct, enter, readerPassword } from "../../../../test/directory-server.ts";
import { directoryStage } from "../../../../test/directory-stage.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildUser } from "../../../../test/people.ts";
import { ldapScheduleWorker } from "./index.ts";

const at = directoryStage();

const misbehave = (misconduct: DirectoryMisconduct): void => {
  at.directory.misconduct = misconduct;
};
const preview = (kind: "users" | "orgs" = "users") => at.operator().call(sysLdap, "preview", { id: at.id, kind });

describe("sysLdap.add and update", () => {
  test("take two at.people, keep the password sealed, and tell it to nobody", async () => {
    const row = await at.operator().call(sysLdap, "detail", { id: at.id });
    expect(row).toMatchObject({ host: "127.0.0.1", port: at.directory.port, tls: "ldaps", status: 1, linkCount: 0 });
    const stored = await at.app.platform.db
      .selectFrom("ldapDirectories")
      .select("bindPassSealed")
      .where("id", "=", at.id)
      .executeTakeFirstOrThrow();
    expect(stored.bindPassSealed).toMatch(/^v1\./);
    const trail = await at.app.platform.db.selectFrom("auditEntries").select(["input", "changes"]).execute();
    for (const hidden of [readerPassword, stored.bindPassSealed])
      expect(JSON.stringify([row, trail])).not.toContain(hidden);
  });

  test.each([
    ["a bare address", { host: "10.0.0.1" }, "hostRefused"],
    ["a name without a dot", { host: "localhost" }, "hostRefused"],
    ["an address for a host", { host: "ldaps://ldap.house.example" }, "hostRefused"],
    ["one bad host of two", { host: "ldap.house.example, 169.254.169.254" }, "hostRefused"],
    ["a certificate that is none", { caCertificate: "trust me" }, "certificateMalformed"],
    ["a filter without its brackets", { userFilter: "(objectClass=person" }, "filterMalformed"],
    ["a filter for nobody", { authFilter: "(uid=admin)" }, "placeMissing"],
    ["an organisation that nobody has", { orgId: 999_999 }, "orgUnknown"],
  ])("refuse %s", async (_what, more, refusal) => {
    expect(await at.operator().send(sysLdap, "add", at.given(more))).toMatchObject({
      status: 422,
      bizCode: `sysLdap.${refusal}`,
    });
  });

  test("ask for the password anew where it would go to somebody else", async () => {
    const { bindPass: _pass, ...same } = at.given();
    for (const more of [
      { host: "ldap.other.example" },
      { port: 1636 },
      { bindDn: "cn=other" },
      { caCertificate: null },
    ])
      expect((await at.operator().send(sysLdap, "update", { ...same, id: at.id, ...more })).bizCode).toBe(
        "sysLdap.bindPassNeeded",
      );
    expect(await at.operator().send(sysLdap, "update", { ...same, id: at.id, remark: "Head office" })).toMatchObject({
      status: 200,
    });
    await at.agreed("update", { ...same, id: at.id, userFilter: "(&(objectClass=person)(mail=*))" });
  });
});

describe("sysLdap.test", () => {
  test("counts what is found, and shows some of it", async () => {
    enter(at.directory, "ada");
    at.branch("Sales");
    expect(await at.operator().call(sysLdap, "test", { id: at.id })).toMatchObject({
      verdict: "ok",
      server: "127.0.0.1",
      userCount: 1,
      orgCount: 1,
      sample: [{ account: "ada", realName: "ada Example", code: "id-of-ada" }],
    });
  });

  test("says in the caller's language what is wrong", async () => {
    at.directory.passwords.clear();
    const told = await at.operator().call(sysLdap, "test", { id: at.id }, { locale: "zh-cn" });
    expect(told).toMatchObject({
      verdict: "credentials_refused",
      message: "目录不接受绑定账号和密码。",
      userCount: null,
    });
    await at.directory.close();
    expect((await at.operator().call(sysLdap, "test", { id: at.id })).message).toBe(
      "127.0.0.1 does not take the connection. Check the port and the firewall in between.",
    );
  });
});

describe("sysLdap.syncUser", () => {
  test("does what its preview showed, and once more nothing", async () => {
    enter(at.directory, "ada");
    const before = await at.users();
    const shown = await preview();
    expect(shown).toMatchObject({ verdict: "ok", readCount: 1, added: 1, disabled: 0, unchanged: 0 });
    expect(shown.steps).toMatchObject([{ action: "add", name: "ada", realName: "ada Example" }]);
    expect(await at.users()).toEqual(before);
    expect(await at.synchronised("syncUser", shown.fingerprint)).toMatchObject({
      verdict: "ok",
      added: 1,
      endTime: expect.any(String),
    });
    expect(await at.userOf("ada")).toMatchObject({
      realName: "ada Example",
      email: "ada@house.example",
      accountType: AccountType.NormalUser,
      orgId: at.place.orgId,
      status: Status.Enable,
    });
    expect(await at.operator().call(sysLdap, "detail", { id: at.id })).toMatchObject({
      linkCount: 1,
      lastVerdict: "ok",
    });
    expect(await preview()).toMatchObject({ steps: [], unchanged: 1, added: 0 });
    const trail = await at.app.platform.db
      .selectFrom("auditEntries")
      .select("changes")
      .where("operation", "=", "sysLdap.syncUser")
      .orderBy("id", "desc")
      .execute();
    expect(JSON.stringify(trail)).toContain("ada Example");
  });

  test("does nothing where the at.directory changed since the preview", async () => {
    enter(at.directory, "ada");
    const { fingerprint } = await preview();
    enter(at.directory, "eve");
    expect(await at.synchronised("syncUser", fingerprint)).toMatchObject({ verdict: "moved", added: 0 });
    expect(await at.users()).toEqual([]);
  });

  test("keeps neither card numbers nor what turns a text round, and nobody holds the others up by NUL", async () => {
    enter(at.directory, "ada", { cn: "Ada 4111 1111 1111 1111", employeeNumber: "5555555555554444" });
    enter(at.directory, "bob", { cn: "Bob\u0000 \u202eecreib" });
    enter(at.directory, "4000000000000002", { cn: "Eve" });
    at.directory.entries.push({
      dn: "uid=kim,ou=4242424242424242,dc=house,dc=example",
      attributes: { objectClass: "person", uid: "kim", cn: "Kim", entryUUID: "378282246310005" },
    });
    const run = await at.synchronised();
    expect(run).toMatchObject({ verdict: "ok", added: 3, skipped: 1 });
    expect(await at.userOf("ada")).toMatchObject({ realName: "Ada 411111******1111" });
    expect((await at.userOf("bob"))?.realName).toMatch(/^Bob +ecreib$/);
    at.directory.entries.push({
      dn: "uid=ida,dc=house,dc=example",
      attributes: { objectClass: "person", uid: "ida", entryUUID: "378282246310005" },
    });
    expect((await at.synchronised()).verdict).toBe("ambiguous");
    at.branch("Till 6011111111111117");
    await at.synchronised("syncOrg");
    const rows = [];
    for (const table of ["users", "userLdaps", "orgs", "orgLdaps", "ldapRuns", "auditEntries"] as const)
      rows.push(...(await at.app.platform.db.selectFrom(table).selectAll().execute()));
    const numbers =
      /4111 ?1111 ?1111 ?1111|5555555555554444|4000000000000002|4242424242424242|378282246310005|6011111111111117/;
    expect(JSON.stringify(rows)).not.toMatch(numbers);
  });

  test("disables who is gone, ends their sessions, deletes nobody, and enables nobody who comes back", async () => {
    for (const name of ["ada", "bob", "eve", "kim"]) enter(at.directory, name);
    await at.synchronised();
    const pair = (await at.signIn("bob", "password-of-bob")).result;
    expect(pair.outcome).toBe("signedIn");
    const [gone] = at.directory.entries.splice(1, 1);
    expect(await at.synchronised()).toMatchObject({ verdict: "ok", disabled: 1 });
    expect(await at.userOf("bob")).toMatchObject({ status: Status.Disable });
    expect((await ask(at.door, "sysAuth/userInfo", { method: "GET", headers: bearer(pair) })).status).toBe(401);
    expect((await at.signIn("bob", "password-of-bob")).bizCode).toBe("sysAuth.signInFailed");
    if (gone) at.directory.entries.push(gone);
    expect(await at.synchronised()).toMatchObject({ verdict: "ok", changed: 0, skipped: 1 });
    expect(await at.userOf("bob")).toMatchObject({ status: Status.Disable });
  });

  test("asks a person before many are disabled at once", async () => {
    for (let count = 0; count < 6; count += 1) enter(at.directory, `u${count}`);
    await at.synchronised();
    at.directory.entries.splice(0, 4);
    expect(await at.synchronised()).toMatchObject({ verdict: "too_many_gone", disabled: 0 });
    expect((await at.users()).map(({ status }) => status)).toEqual([1, 1, 1, 1, 1, 1]);
    const { fingerprint, disabled } = await preview();
    expect(disabled).toBe(4);
    expect(await at.synchronised("syncUser", fingerprint)).toMatchObject({ verdict: "ok", disabled: 4 });
  });

  test.each([
    ["an empty answer", (): void => void at.directory.entries.splice(0), "nobody"],
    ["an answer that is cut off", () => misbehave("cutOff"), "answer_cut"],
    ["an entry without a code", (): void => void enter(at.directory, "x", { entryUUID: "" }), "code_missing"],
    ["two entries of one account", (): void => void enter(at.directory, "ADA", { entryUUID: "another" }), "ambiguous"],
    ["two entries of one code", (): void => void enter(at.directory, "x", { entryUUID: "id-of-ada" }), "ambiguous"],
    ["a closed connection", () => misbehave("closes"), "unreachable"],
  ] as const)("changes nobody on %s", async (_what, spoil, verdict) => {
    enter(at.directory, "ada");
    enter(at.directory, "bob");
    await at.synchronised();
    const before = await at.users();
    spoil();
    const run = await at.synchronised();
    expect(run.verdict).toBe(verdict);
    expect(run.message.length).toBeGreaterThan(20);
    expect(await at.users()).toEqual(before);
    expect(await preview()).toMatchObject({ verdict, fingerprint: null, steps: [] });
  });

  test("links who has an account here already, but nobody who administers", async () => {
    const clerk = await buildUser(at.app, at.place);
    const { account } = await at.app.platform.db
      .selectFrom("users")
      .select("account")
      .where("id", "=", clerk)
      .executeTakeFirstOrThrow();
    const chief = await buildUser(at.app, { ...at.place, accountType: AccountType.SysAdmin });
    const boss = await at.app.platform.db
      .selectFrom("users")
      .select("account")
      .where("id", "=", chief)
      .executeTakeFirstOrThrow();
    enter(at.directory, "c.clerk", { employeeNumber: account });
    enter(at.directory, "c.chief", { employeeNumber: boss.account });
    expect(await at.synchronised()).toMatchObject({ linked: 1, added: 0, skipped: 1 });
    expect(await at.operator().call(sysUser, "detail", { id: clerk })).toMatchObject({ domainAccount: "c.clerk" });
    expect(await at.operator().call(sysUser, "detail", { id: chief })).toMatchObject({ domainAccount: null });
  });

  test("is refused while it is under way, and while the at.directory is off", async () => {
    enter(at.directory, "ada");
    await at.operator().call(sysLdap, "syncUser", { id: at.id });
    expect((await at.operator().send(sysLdap, "syncUser", { id: at.id })).bizCode).toBe("sysLdap.running");
    await at.app.platform.db
      .updateTable("ldapRuns")
      .set({ verdict: "ok", endTime: at.app.clock.now().toISOString() })
      .execute();
    await at.app.platform.db.updateTable("ldapDirectories").set({ status: 2 }).where("id", "=", at.id).execute();
    expect((await at.operator().send(sysLdap, "syncUser", { id: at.id })).bizCode).toBe("sysLdap.disabled");
  });
});

describe("sysLdap.syncOrg", () => {
  const orgs = () =>
    at.app.platform.db.selectFrom("orgs").selectAll().where("tenantId", "=", at.place.tenantId).orderBy("id").execute();

  test("brings branches in line, and at.people into them", async () => {
    at.branch("Sales");
    at.branch("Cards", "ou=Sales,");
    enter(at.directory, "ada", {}, "ou=Cards,ou=Sales");
    expect(await at.synchronised("syncOrg")).toMatchObject({ verdict: "ok", added: 2 });
    await at.synchronised();
    const [, sales, cards] = await orgs();
    expect([sales, cards]).toMatchObject([
      { name: "Sales", pid: at.place.orgId, code: "id-of-Sales" },
      { name: "Cards", pid: sales?.id },
    ]);
    expect(await at.userOf("ada")).toMatchObject({ orgId: cards?.id });
    // The branch is renamed: the same organisation with the same people.
    at.directory.entries.splice(0);
    at.directory.entries.push({
      dn: "ou=Trade,dc=house,dc=example",
      attributes: { objectClass: "organizationalUnit", ou: "Trade", entryUUID: "id-of-Sales" },
    });
    expect(await at.synchronised("syncOrg")).toMatchObject({ verdict: "ok", changed: 1, disabled: 1 });
    expect((await orgs()).map(({ name, status }) => [name, status]).slice(1)).toEqual([
      ["Trade", Status.Enable],
      ["Cards", Status.Disable],
    ]);
  });

  test("is refused without a filter that says what organisations are", async () => {
    await at.app.platform.db.updateTable("ldapDirectories").set({ orgFilter: null }).where("id", "=", at.id).execute();
    expect((await at.operator().send(sysLdap, "syncOrg", { id: at.id })).bizCode).toBe("sysLdap.orgFilterMissing");
    expect((await at.operator().send(sysLdap, "preview", { id: at.id, kind: "orgs" })).bizCode).toBe(
      "sysLdap.orgFilterMissing",
    );
  });
});

test("the time table reads a at.directory when its time has come, and no sooner", async () => {
  enter(at.directory, "ada");
  at.branch("Sales");
  const tick = () => ldapScheduleWorker(at.app.platform).run(jobContext(at.app), {});
  await tick();
  expect(await at.users()).toEqual([]);
  await at.app.platform.db
    .updateTable("ldapDirectories")
    .set({ syncEvery: "hourly" })
    .where("id", "=", at.id)
    .execute();
  await tick();
  const runs = () => at.operator().call(sysLdap, "runs", { id: at.id });
  expect((await runs()).map(({ kind, verdict, startUserName }) => [kind, verdict, startUserName])).toEqual([
    ["users", "ok", null],
    ["orgs", "ok", null],
  ]);
  await tick();
  expect(await runs()).toHaveLength(2);
  at.app.clock.forward(3_600_000);
  await tick();
  expect(await runs()).toHaveLength(4);
});

describe("sysLdap.delete", () => {
  test("is refused while somebody signs in by the directory", async () => {
    enter(at.directory, "ada");
    await at.synchronised();
    expect((await at.operator().send(sysLdap, "delete", { id: at.id })).bizCode).toBe("sysLdap.inUse");
    const ada = await at.userOf("ada");
    await at.operator().call(sysUser, "update", {
      id: ada?.id ?? 0,
      account: "ada",
      realName: "Ada",
      orgId: at.place.orgId,
      domainAccount: null,
    });
    expect(await at.operator().send(sysLdap, "delete", { id: at.id })).toMatchObject({ status: 200 });
  });
});
