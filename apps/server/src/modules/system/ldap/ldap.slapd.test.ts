import type { CallInput } from "@countinghouse/contract/kit/resource.ts";
import { sysLdap } from "@countinghouse/contract/system/ldap/ldap.ts";
import { AccountType, Status } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { realNode, trySignIn } from "../../../../test/attack/visitor.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildTenant, seatAdministrators } from "../../../../test/people.ts";
import { type Slapd, slapdBase, slapdPassword, slapdReader, startSlapd, whyNoSlapd } from "../../../../test/slapd.ts";
import { sealBindPass } from "../directory/index.ts";
import { ldapSyncWorker } from "./index.ts";

const reason = whyNoSlapd();
if (reason) process.stderr.write(reason);

const person = (uid: string, branch = "ou=People", more = "") => `dn: uid=${uid},${branch},${slapdBase}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid} Example
sn: Example
mail: ${uid}@house.example
userPassword: password-of-${uid}
${more}
`;
const branch = (name: string, above = "") => `dn: ou=${name},${above}${slapdBase}
objectClass: organizationalUnit
ou: ${name}

`;

describe.skipIf(reason)("a real directory", () => {
  let app: TestApp;
  let door: TestApp;
  let slapd: Slapd;
  let place: { readonly tenantId: number; readonly orgId: number };
  let id: number;

  beforeAll(async () => {
    slapd = await startSlapd();
    const environment = { COUNTINGHOUSE_DIRECTORY_HOSTS: "127.0.0.1" };
    app = await buildTestApp({ environment });
    door = await realNode(app.database, app.clock, environment);
    place = await buildTenant(app);
    await seatAdministrators(app, place, [8_001]);
    await app.platform.db
      .updateTable("configs")
      .set({ value: "True" })
      .where("code", "=", "sys_domain_login")
      .execute();
    id = await directoryAt(slapd, {});
    await slapd.change(
      branch("People") + branch("Cards", "ou=People,") + person("ada") + person("bob", "ou=Cards,ou=People"),
    );
  });
  afterAll(async () => {
    await door?.close();
    await app?.close();
    await slapd?.close();
  });

  type Settings = Partial<CallInput<(typeof sysLdap)["operations"]["add"]>>;

  /** A directory configured by two people. */
  async function directoryAt(at: Slapd, more: Settings): Promise<number> {
    const sealKey = `slapd-${at.ldapsPort}-${more.tls ?? ""}`;
    const row = await app.platform.db
      .insertInto("ldapDirectories")
      .values({
        tenantId: place.tenantId,
        host: "127.0.0.1",
        port: at.ldapsPort,
        caCertificate: at.cert,
        baseDn: slapdBase,
        bindDn: slapdReader,
        sealKey,
        bindPassSealed: sealBindPass(app.platform, sealKey, slapdPassword),
        bindPassTime: app.clock.now().toISOString(),
        authFilter: "(uid=%s)",
        userFilter: "(objectClass=inetOrgPerson)",
        orgFilter: "(objectClass=organizationalUnit)",
        bindAttrAccount: "uid",
        bindAttrCode: "entryUUID",
        attrRealName: "cn",
        attrEmail: "mail",
        orgId: place.orgId,
        ...more,
      } as never)
      .returning("id")
      .executeTakeFirstOrThrow();
    return row.id;
  }

  const operator = (): TestClient => app.as(actor({ ...place, userId: 8_001, provenAt: app.clock.now() }));
  const tried = async (directoryId: number) => (await operator().call(sysLdap, "test", { id: directoryId })).verdict;

  async function synchronised(operation: "syncUser" | "syncOrg") {
    const { fingerprint } = await operator().call(sysLdap, "preview", {
      id,
      kind: operation === "syncUser" ? "users" : "orgs",
    });
    await operator().call(sysLdap, operation, { id, fingerprint });
    const job = app.jobs.findLast(({ queue }) => queue === "ldap-sync");
    await ldapSyncWorker(app.platform).run(jobContext(app), job?.data);
    const [run] = await operator().call(sysLdap, "runs", { id });
    return run;
  }

  const userOf = (account: string) =>
    app.platform.db.selectFrom("users").selectAll().where("account", "=", account).executeTakeFirst();

  test("is asked over LDAPS and StartTLS, and says which setting is wrong", async () => {
    expect(await tried(id)).toBe("ok");
    expect(await tried(await directoryAt(slapd, { tls: "starttls", port: slapd.startTlsPort }))).toBe("ok");
    const wrong: readonly (readonly [Settings, string])[] = [
      [{ caCertificate: null }, "certificate_refused"],
      [{ bindDn: `cn=nobody,${slapdBase}` }, "credentials_refused"],
      [{ baseDn: "dc=elsewhere,dc=example" }, "base_missing"],
      [{ userFilter: "(objectClass=device)" }, "nobody"],
      [{ bindAttrCode: "employeeNumber" }, "code_missing"],
      [{ port: slapd.startTlsPort }, "silent"],
      [{ port: 1 }, "unreachable"],
    ];
    for (const [settings, verdict] of wrong)
      expect([settings, await tried(await directoryAt(slapd, settings))]).toEqual([settings, verdict]);
  });

  test("brings organisations and people in line, and lets them in by its passwords", async () => {
    expect(await synchronised("syncOrg")).toMatchObject({ verdict: "ok", added: 2 });
    expect(await synchronised("syncUser")).toMatchObject({ verdict: "ok", added: 2 });
    const cards = await app.platform.db.selectFrom("orgs").selectAll().where("name", "=", "Cards").executeTakeFirst();
    expect(await userOf("bob")).toMatchObject({ orgId: cards?.id, accountType: AccountType.NormalUser });
    expect((await trySignIn(door, "ada", "password-of-ada")).result.outcome).toBe("signedIn");
    for (const password of ["wrong", " "])
      expect((await trySignIn(door, "ada", password)).bizCode).toBe("sysAuth.signInFailed");
    expect(await synchronised("syncUser")).toMatchObject({ verdict: "ok", added: 0, changed: 0, disabled: 0 });
  });

  test("lets nobody in who left, and disables them at the next synchronisation", async () => {
    await slapd.change(`dn: uid=bob,ou=Cards,ou=People,${slapdBase}\nchangetype: delete\n`);
    expect((await trySignIn(door, "bob", "password-of-bob")).bizCode).toBe("sysAuth.signInFailed");
    expect(await userOf("bob")).toMatchObject({ status: Status.Enable });
    expect(await synchronised("syncUser")).toMatchObject({ verdict: "ok", disabled: 1 });
    expect(await userOf("bob")).toMatchObject({ status: Status.Disable });
  });

  test("reads more than a page, and changes nobody where the answer is cut off", async () => {
    const many = Array.from({ length: 1_201 }, (_none, at) => person(`many-${at}`)).join("");
    await slapd.change(many);
    expect(await synchronised("syncUser")).toMatchObject({ verdict: "ok", added: 1_201 });
    const small = await startSlapd({ sizeLimit: "size.soft=100 size.hard=100 size.prtotal=hard" });
    try {
      await small.change(branch("People") + many);
      expect(await tried(await directoryAt(small, {}))).toBe("answer_cut");
    } finally {
      await small.close();
    }
  });
});
