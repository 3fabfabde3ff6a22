import type { CallInput } from "@countinghouse/contract/kit/resource.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { sysLdap } from "@countinghouse/contract/system/ldap/ldap.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { AccountType, Status } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { ask, bearer, enrolTotp, givePassword, newIp, realNode, trySignIn } from "../../../../test/attack/visitor.ts";
import {
  enter,
  type FakeDirectory,
  readerDn,
  readerPassword,
  startDirectory,
} from "../../../../test/directory-server.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildTenant, buildUser, seatAdministrators, unique } from "../../../../test/people.ts";
import { because } from "../../../../test/two-people.ts";
import { ldapScheduleWorker, ldapSyncWorker } from "./index.ts";

type Given = CallInput<(typeof sysLdap)["operations"]["add"]>;

let app: TestApp;
let door: TestApp;
let directory: FakeDirectory;
let place: { readonly tenantId: number; readonly orgId: number };
let id: number;
let people: { readonly asker: number; readonly approver: number };

beforeAll(async () => {
  const environment = { COUNTINGHOUSE_DIRECTORY_HOSTS: "127.0.0.1" };
  app = await buildTestApp({ environment });
  door = await realNode(app.database, app.clock, environment);
});
afterAll(async () => {
  await door?.close();
  await app?.close();
});

let seat = 7_000;
beforeEach(async () => {
  directory = await startDirectory();
  // Accounts are unique over all tenants, and tests call their people by the same names.
  await app.platform.db.deleteFrom("users").where("accountType", "=", AccountType.NormalUser).execute();
  place = await buildTenant(app);
  seat += 2;
  people = { asker: seat, approver: seat + 1 };
  await seatAdministrators(app, place, [people.asker, people.approver]);
  id = await made();
  await switchSignIn("True");
  return () => directory.close();
});

const switchSignIn = async (value: string): Promise<void> => {
  await app.platform.db.updateTable("configs").set({ value }).where("code", "=", "sys_domain_login").execute();
};

const operator = (userId = people.asker): TestClient => app.as(actor({ ...place, userId, provenAt: app.clock.now() }));

const given = (more: Partial<Given> = {}): Given => ({
  host: "127.0.0.1",
  port: directory.port,
  caCertificate: directory.certificate.cert,
  baseDn: "dc=house,dc=example",
  bindDn: readerDn,
  bindPass: readerPassword,
  authFilter: "(uid=%s)",
  userFilter: "(objectClass=person)",
  orgFilter: "(objectClass=organizationalUnit)",
  bindAttrAccount: "uid",
  bindAttrEmployeeId: "employeeNumber",
  bindAttrCode: "entryUUID",
  attrRealName: "cn",
  attrEmail: "mail",
  attrPhone: "mobile",
  orgId: place.orgId,
  ...more,
});

/** Has a change asked for by one and agreed to by another. */
async function agreed(operation: "add" | "update", input: object): Promise<void> {
  const asked = await operator().send(sysLdap, operation, input as never, because("A directory"));
  expect(asked).toMatchObject({ status: 202, bizCode: "platform.sentForApproval" });
  const { changeRequestId } = asked.body.result as unknown as { changeRequestId: string };
  const shown = await operator(people.approver).call(changeRequest, "detail", { id: changeRequestId });
  expect(JSON.stringify(shown)).not.toContain(readerPassword);
  await operator(people.approver).call(changeRequest, "approve", { id: changeRequestId });
}

async function made(more: Partial<Given> = {}): Promise<number> {
  await agreed("add", given(more));
  const { items } = await operator().call(sysLdap, "page", {});
  return items[0]?.id ?? 0;
}

const misbehave = (misconduct: DirectoryMisconduct): void => {
  directory.misconduct = misconduct;
};

const branch = (name: string, above = "") =>
  directory.entries.push({
    dn: `ou=${name},${above}dc=house,dc=example`,
    attributes: { objectClass: "organizationalUnit", ou: name, entryUUID: `id-of-${name}` },
  });

/** Asks for a synchronisation, lets the job run and answers the run. */
async function synchronised(operation: "syncUser" | "syncOrg" = "syncUser", fingerprint: string | null = null) {
  const runId = await operator().call(sysLdap, operation, { id, fingerprint });
  const job = app.jobs.findLast(({ queue }) => queue === "ldap-sync");
  await ldapSyncWorker(app.platform).run(jobContext(app), job?.data);
  const runs = await operator().call(sysLdap, "runs", { id });
  const run = runs.find((one) => one.id === runId);
  if (!run) throw new Error("no run");
  return run;
}

const users = () =>
  app.platform.db
    .selectFrom("users")
    .selectAll()
    .where("tenantId", "=", place.tenantId)
    .where("id", "not in", [people.asker, people.approver])
    .orderBy("id")
    .execute();
const userOf = async (account: string) => (await users()).find((row) => row.account === account);
const signIn = (account: string, password: string) => trySignIn(door, account, password);
const preview = (kind: "users" | "orgs" = "users") => operator().call(sysLdap, "preview", { id, kind });

describe("sysLdap.add and update", () => {
  test("take two people, keep the password sealed, and tell it to nobody", async () => {
    const row = await operator().call(sysLdap, "detail", { id });
    expect(row).toMatchObject({ host: "127.0.0.1", port: directory.port, tls: "ldaps", status: 1, linkCount: 0 });
    const stored = await app.platform.db
      .selectFrom("ldapDirectories")
      .select("bindPassSealed")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(stored.bindPassSealed).toMatch(/^v1\./);
    const trail = await app.platform.db.selectFrom("auditEntries").select(["input", "changes"]).execute();
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
    expect(await operator().send(sysLdap, "add", given(more))).toMatchObject({
      status: 422,
      bizCode: `sysLdap.${refusal}`,
    });
  });

  test("ask for the password anew where it would go to somebody else", async () => {
    const { bindPass: _pass, ...same } = given();
    for (const more of [
      { host: "ldap.other.example" },
      { port: 1636 },
      { bindDn: "cn=other" },
      { caCertificate: null },
    ])
      expect((await operator().send(sysLdap, "update", { ...same, id, ...more })).bizCode).toBe(
        "sysLdap.bindPassNeeded",
      );
    expect(await operator().send(sysLdap, "update", { ...same, id, remark: "Head office" })).toMatchObject({
      status: 200,
    });
    await agreed("update", { ...same, id, userFilter: "(&(objectClass=person)(mail=*))" });
  });
});

describe("sysLdap.test", () => {
  test("counts what is found, and shows some of it", async () => {
    enter(directory, "ada");
    branch("Sales");
    expect(await operator().call(sysLdap, "test", { id })).toMatchObject({
      verdict: "ok",
      server: "127.0.0.1",
      userCount: 1,
      orgCount: 1,
      sample: [{ account: "ada", realName: "ada Example", code: "id-of-ada" }],
    });
  });

  test("says in the caller's language what is wrong", async () => {
    directory.passwords.clear();
    const told = await operator().call(sysLdap, "test", { id }, { locale: "zh-cn" });
    expect(told).toMatchObject({
      verdict: "credentials_refused",
      message: "目录不接受绑定账号和密码。",
      userCount: null,
    });
    await directory.close();
    expect((await operator().call(sysLdap, "test", { id })).message).toBe(
      "127.0.0.1 does not take the connection. Check the port and the firewall in between.",
    );
  });
});

describe("sysLdap.syncUser", () => {
  test("does what its preview showed, and once more nothing", async () => {
    enter(directory, "ada");
    const before = await users();
    const shown = await preview();
    expect(shown).toMatchObject({ verdict: "ok", readCount: 1, added: 1, disabled: 0, unchanged: 0 });
    expect(shown.steps).toMatchObject([{ action: "add", name: "ada", realName: "ada Example" }]);
    expect(await users()).toEqual(before);
    expect(await synchronised("syncUser", shown.fingerprint)).toMatchObject({
      verdict: "ok",
      added: 1,
      endTime: expect.any(String),
    });
    expect(await userOf("ada")).toMatchObject({
      realName: "ada Example",
      email: "ada@house.example",
      accountType: AccountType.NormalUser,
      orgId: place.orgId,
      status: Status.Enable,
    });
    expect(await operator().call(sysLdap, "detail", { id })).toMatchObject({ linkCount: 1, lastVerdict: "ok" });
    expect(await preview()).toMatchObject({ steps: [], unchanged: 1, added: 0 });
    const trail = await app.platform.db
      .selectFrom("auditEntries")
      .select("changes")
      .where("operation", "=", "sysLdap.syncUser")
      .orderBy("id", "desc")
      .execute();
    expect(JSON.stringify(trail)).toContain("ada Example");
  });

  test("does nothing where the directory changed since the preview", async () => {
    enter(directory, "ada");
    const { fingerprint } = await preview();
    enter(directory, "eve");
    expect(await synchronised("syncUser", fingerprint)).toMatchObject({ verdict: "moved", added: 0 });
    expect(await users()).toEqual([]);
  });

  test("disables who is gone, ends their sessions, deletes nobody, and enables nobody who comes back", async () => {
    for (const name of ["ada", "bob", "eve", "kim"]) enter(directory, name);
    await synchronised();
    const pair = (await signIn("bob", "password-of-bob")).result;
    expect(pair.outcome).toBe("signedIn");
    const [gone] = directory.entries.splice(1, 1);
    expect(await synchronised()).toMatchObject({ verdict: "ok", disabled: 1 });
    expect(await userOf("bob")).toMatchObject({ status: Status.Disable });
    expect((await ask(door, "sysAuth/userInfo", { method: "GET", headers: bearer(pair) })).status).toBe(401);
    expect((await signIn("bob", "password-of-bob")).bizCode).toBe("sysAuth.signInFailed");
    if (gone) directory.entries.push(gone);
    expect(await synchronised()).toMatchObject({ verdict: "ok", changed: 0, skipped: 1 });
    expect(await userOf("bob")).toMatchObject({ status: Status.Disable });
  });

  test("asks a person before many are disabled at once", async () => {
    for (let count = 0; count < 6; count += 1) enter(directory, `u${count}`);
    await synchronised();
    directory.entries.splice(0, 4);
    expect(await synchronised()).toMatchObject({ verdict: "too_many_gone", disabled: 0 });
    expect((await users()).map(({ status }) => status)).toEqual([1, 1, 1, 1, 1, 1]);
    const { fingerprint, disabled } = await preview();
    expect(disabled).toBe(4);
    expect(await synchronised("syncUser", fingerprint)).toMatchObject({ verdict: "ok", disabled: 4 });
  });

  test.each([
    ["an empty answer", () => void directory.entries.splice(0), "nobody"],
    ["an answer that is cut off", () => misbehave("cutOff"), "answer_cut"],
    ["an entry without a code", () => void enter(directory, "x", { entryUUID: "" }), "code_missing"],
    ["two entries of one account", () => void enter(directory, "ADA", { entryUUID: "another" }), "ambiguous"],
    ["two entries of one code", () => void enter(directory, "x", { entryUUID: "id-of-ada" }), "ambiguous"],
    ["a closed connection", () => misbehave("closes"), "unreachable"],
  ] as const)("changes nobody on %s", async (_what, spoil, verdict) => {
    enter(directory, "ada");
    enter(directory, "bob");
    await synchronised();
    const before = await users();
    spoil();
    const run = await synchronised();
    expect(run.verdict).toBe(verdict);
    expect(run.message.length).toBeGreaterThan(20);
    expect(await users()).toEqual(before);
    expect(await preview()).toMatchObject({ verdict, fingerprint: null, steps: [] });
  });

  test("links who has an account here already, but nobody who administers", async () => {
    const clerk = await buildUser(app, place);
    const { account } = await app.platform.db
      .selectFrom("users")
      .select("account")
      .where("id", "=", clerk)
      .executeTakeFirstOrThrow();
    const chief = await buildUser(app, { ...place, accountType: AccountType.SysAdmin });
    const boss = await app.platform.db
      .selectFrom("users")
      .select("account")
      .where("id", "=", chief)
      .executeTakeFirstOrThrow();
    enter(directory, "c.clerk", { employeeNumber: account });
    enter(directory, "c.chief", { employeeNumber: boss.account });
    expect(await synchronised()).toMatchObject({ linked: 1, added: 0, skipped: 1 });
    expect(await operator().call(sysUser, "detail", { id: clerk })).toMatchObject({ domainAccount: "c.clerk" });
    expect(await operator().call(sysUser, "detail", { id: chief })).toMatchObject({ domainAccount: null });
  });

  test("is refused while it is under way, and while the directory is off", async () => {
    enter(directory, "ada");
    await operator().call(sysLdap, "syncUser", { id });
    expect((await operator().send(sysLdap, "syncUser", { id })).bizCode).toBe("sysLdap.running");
    await app.platform.db
      .updateTable("ldapRuns")
      .set({ verdict: "ok", endTime: app.clock.now().toISOString() })
      .execute();
    await app.platform.db.updateTable("ldapDirectories").set({ status: 2 }).where("id", "=", id).execute();
    expect((await operator().send(sysLdap, "syncUser", { id })).bizCode).toBe("sysLdap.disabled");
  });
});

describe("sysLdap.syncOrg", () => {
  const orgs = () =>
    app.platform.db.selectFrom("orgs").selectAll().where("tenantId", "=", place.tenantId).orderBy("id").execute();

  test("brings branches in line, and people into them", async () => {
    branch("Sales");
    branch("Cards", "ou=Sales,");
    enter(directory, "ada", {}, "ou=Cards,ou=Sales");
    expect(await synchronised("syncOrg")).toMatchObject({ verdict: "ok", added: 2 });
    await synchronised();
    const [, sales, cards] = await orgs();
    expect([sales, cards]).toMatchObject([
      { name: "Sales", pid: place.orgId, code: "id-of-Sales" },
      { name: "Cards", pid: sales?.id },
    ]);
    expect(await userOf("ada")).toMatchObject({ orgId: cards?.id });
    // The branch is renamed: the same organisation, under another name, with the same people.
    directory.entries.splice(0);
    directory.entries.push({
      dn: "ou=Trade,dc=house,dc=example",
      attributes: { objectClass: "organizationalUnit", ou: "Trade", entryUUID: "id-of-Sales" },
    });
    expect(await synchronised("syncOrg")).toMatchObject({ verdict: "ok", changed: 1, disabled: 1 });
    expect((await orgs()).map(({ name, status }) => [name, status]).slice(1)).toEqual([
      ["Trade", Status.Enable],
      ["Cards", Status.Disable],
    ]);
  });

  test("is refused without a filter that says what organisations are", async () => {
    await app.platform.db.updateTable("ldapDirectories").set({ orgFilter: null }).where("id", "=", id).execute();
    expect((await operator().send(sysLdap, "syncOrg", { id })).bizCode).toBe("sysLdap.orgFilterMissing");
    expect((await operator().send(sysLdap, "preview", { id, kind: "orgs" })).bizCode).toBe("sysLdap.orgFilterMissing");
  });
});

test("the time table reads a directory when its time has come, and no sooner", async () => {
  enter(directory, "ada");
  branch("Sales");
  const tick = () => ldapScheduleWorker(app.platform).run(jobContext(app), {});
  await tick();
  expect(await users()).toEqual([]);
  await app.platform.db.updateTable("ldapDirectories").set({ syncEvery: "hourly" }).where("id", "=", id).execute();
  await tick();
  const runs = () => operator().call(sysLdap, "runs", { id });
  expect((await runs()).map(({ kind, verdict, startUserName }) => [kind, verdict, startUserName])).toEqual([
    ["users", "ok", null],
    ["orgs", "ok", null],
  ]);
  await tick();
  expect(await runs()).toHaveLength(2);
  app.clock.forward(3_600_000);
  await tick();
  expect(await runs()).toHaveLength(4);
});

describe("sysLdap.delete", () => {
  test("is refused while somebody signs in by the directory", async () => {
    enter(directory, "ada");
    await synchronised();
    expect((await operator().send(sysLdap, "delete", { id })).bizCode).toBe("sysLdap.inUse");
    const ada = await userOf("ada");
    await operator().call(sysUser, "update", {
      id: ada?.id ?? 0,
      account: "ada",
      realName: "Ada",
      orgId: place.orgId,
      domainAccount: null,
    });
    expect(await operator().send(sysLdap, "delete", { id })).toMatchObject({ status: 200 });
  });
});

describe("whoever is of a directory", () => {
  beforeEach(async () => {
    // Whoever was locked out by the test before may try again.
    app.clock.forward(86_400_000);
    enter(directory, "ada");
    await synchronised();
    directory.binds.splice(0);
  });

  test("signs in with its password and no other, whatever password is kept here", async () => {
    expect((await signIn("ada", "password-of-ada")).result.outcome).toBe("signedIn");
    expect((await signIn("ada", "wrong")).bizCode).toBe("sysAuth.signInFailed");
    expect(directory.binds.at(-1)).toEqual({ dn: "uid=ada,ou=People,dc=house,dc=example", password: "wrong" });
  });

  test.each(["", " ", "   ", "\u0000", "a\u0000b"])(
    "is not let in with the password %j, and no bind is sent",
    async (password) => {
      const reply = await signIn("ada", password);
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(directory.binds.filter(({ dn }) => dn.startsWith("uid="))).toEqual([]);
    },
  );

  test("is not let in by what reads like a filter", async () => {
    const link = (account: string) =>
      app.platform.db.updateTable("userLdaps").set({ account, entryCode: null }).where("ldapId", "=", id).execute();
    for (const account of ["*", "*)(uid=*", "ada)(|(uid=*"]) {
      await link(account);
      expect((await signIn("ada", "password-of-ada")).bizCode).toBe("sysAuth.signInFailed");
    }
    expect(directory.filters.at(-1)).toContain("\\28|\\28");
  });

  test("is locked out like anybody else, and the directory is asked no more", async () => {
    for (let tries = 0; tries < 10; tries += 1) await signIn("ada", `wrong ${tries}`);
    const asked = directory.binds.length;
    expect((await signIn("ada", "password-of-ada")).bizCode).toBe("sysAuth.signInFailed");
    expect(directory.binds.length).toBe(asked);
  });

  test("proves the second factor as well", async () => {
    const first = await signIn("ada", "password-of-ada");
    await enrolTotp(door, first.result);
    expect((await signIn("ada", "password-of-ada")).result).toMatchObject({
      outcome: "secondFactor",
      methods: expect.arrayContaining(["totp"]),
    });
  });

  test("cannot sign in once they left, nor can somebody new under their name", async () => {
    const [left] = directory.entries.splice(0);
    expect((await signIn("ada", "password-of-ada")).bizCode).toBe("sysAuth.signInFailed");
    enter(directory, "ada", { entryUUID: "somebody-else" });
    expect((await signIn("ada", "password-of-ada")).bizCode).toBe("sysAuth.signInFailed");
    expect(left).toBeDefined();
    expect(await userOf("ada")).toMatchObject({ status: Status.Enable });
  });

  test("is not let in by an old password of ours while the directory is out of reach", async () => {
    const ada = await userOf("ada");
    await givePassword(door, ada?.id ?? 0, "violet otter 93 lantern");
    await directory.close();
    expect((await signIn("ada", "violet otter 93 lantern")).bizCode).toBe("sysAuth.signInFailed");
    expect((await signIn("ada", "password-of-ada")).bizCode).toBe("sysAuth.signInFailed");
    await switchSignIn("False");
    expect((await signIn("ada", "violet otter 93 lantern")).result.outcome).toBe("signedIn");
  });

  test("unlocks the screen with its password, and changes it there", async () => {
    const { result } = await signIn("ada", "password-of-ada");
    const headers = bearer(result);
    const unlock = (password: string) =>
      ask(door, "sysAuth/unLockScreen", { headers, body: { password }, ip: newIp() });
    expect((await unlock("wrong")).bizCode).toBe("sysAuth.passwordWrong");
    expect((await unlock("password-of-ada")).result).toBe(true);
    const pair = (await signIn("ada", "password-of-ada")).result;
    const change = await ask(door, "sysAuth/changePassword", {
      headers: bearer(pair),
      body: { oldPassword: "password-of-ada", newPassword: "violet otter 93 lantern" },
    });
    expect(change.bizCode).toBe("sysAuth.passwordOfDirectory");
    const ada = await userOf("ada");
    expect((await operator().send(sysUser, "resetPwd", { id: ada?.id ?? 0 })).bizCode).toBe(
      "sysUser.passwordOfDirectory",
    );
  });
});

describe("sysUser.update", () => {
  test("links somebody by hand, who is known by their entry from then on", async () => {
    enter(directory, "kim");
    const userId = await buildUser(app, place);
    const { account: name } = await app.platform.db
      .selectFrom("users")
      .select("account")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    const change = (more: object) =>
      operator().send(sysUser, "update", { id: userId, account: name, realName: "Kim", orgId: place.orgId, ...more });
    expect(await change({ domainAccount: "kim" })).toMatchObject({ status: 200 });
    expect((await signIn(name, "password-of-kim")).result.outcome).toBe("signedIn");
    const [link] = await app.platform.db.selectFrom("userLdaps").selectAll().where("userId", "=", userId).execute();
    expect(link).toMatchObject({ account: "kim", entryCode: "id-of-kim" });
    const other = await buildUser(app, place);
    const second = await app.platform.db
      .selectFrom("users")
      .select("account")
      .where("id", "=", other)
      .executeTakeFirstOrThrow();
    expect(
      (
        await operator().send(sysUser, "update", {
          id: other,
          account: second.account,
          realName: "Lee",
          orgId: place.orgId,
          domainAccount: "KIM",
        })
      ).bizCode,
    ).toBe("sysUser.domainAccountTaken");
    expect(await change({ remark: "stays linked" })).toMatchObject({ status: 200 });
    expect(await operator().call(sysUser, "detail", { id: userId })).toMatchObject({ domainAccount: "kim" });
    expect(await change({ domainAccount: null })).toMatchObject({ status: 200 });
    expect((await signIn(name, "password-of-kim")).bizCode).toBe("sysAuth.signInFailed");
  });

  test("refuses a directory account where the tenant has no directory", async () => {
    const elsewhere = await buildTenant(app);
    const added = await app
      .as(actor({ ...elsewhere, userId: people.asker, provenAt: app.clock.now() }))
      .send(sysUser, "add", { account: unique("pat"), realName: "Pat", orgId: elsewhere.orgId, domainAccount: "pat" });
    expect(added.bizCode).toBe("sysUser.directoryMissing");
  });
});
