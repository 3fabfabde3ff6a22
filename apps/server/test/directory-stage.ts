import type { CallInput } from "@countinghouse/contract/kit/resource.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { type LdapRun, sysLdap } from "@countinghouse/contract/system/ldap/ldap.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { ldapSyncWorker } from "../src/modules/system/ldap/index.ts";
import { actor, buildTestApp, type TestApp, type TestClient } from "./app.ts";
import { realNode, trySignIn } from "./attack/visitor.ts";
import { type FakeDirectory, readerDn, readerPassword, startDirectory } from "./directory-server.ts";
import { jobContext } from "./jobs.ts";
import { buildTenant, seatAdministrators } from "./people.ts";
import { because } from "./two-people.ts";

type Given = CallInput<(typeof sysLdap)["operations"]["add"]>;

/** What stands ready for every test: a tenant of its own with a directory that two people set up, and two nodes. */
export interface DirectoryStage {
  readonly app: TestApp;
  /** A node with the real sign-in, on the same database. */
  readonly door: TestApp;
  readonly directory: FakeDirectory;
  readonly place: { readonly tenantId: number; readonly orgId: number };
  readonly id: number;
  readonly people: { readonly asker: number; readonly approver: number };
  operator(userId?: number): TestClient;
  given(more?: Partial<Given>): Given;
  /** Has a change asked for by one and agreed to by another. */
  agreed(operation: "add" | "update", input: object): Promise<void>;
  branch(name: string, above?: string): void;
  /** Asks for a synchronisation, lets the job run and answers the run. */
  synchronised(operation?: "syncUser" | "syncOrg", fingerprint?: string | null): Promise<LdapRun>;
  users(): Promise<Awaited<ReturnType<typeof usersOf>>>;
  userOf(account: string): Promise<Awaited<ReturnType<typeof usersOf>>[number] | undefined>;
  signIn(account: string, password: string): ReturnType<typeof trySignIn>;
  switchSignIn(value: "True" | "False"): Promise<void>;
}

const usersOf = (app: TestApp, tenantId: number, but: readonly number[]) =>
  app.platform.db
    .selectFrom("users")
    .selectAll()
    .where("tenantId", "=", tenantId)
    .where("id", "not in", [...but])
    .orderBy("id")
    .execute();

/** Registers the stage for a test file; what it answers is read inside tests. */
export function directoryStage(): DirectoryStage {
  let app: TestApp;
  let door: TestApp;
  let directory: FakeDirectory;
  let place: DirectoryStage["place"];
  let people: DirectoryStage["people"];
  let id = 0;
  let seat = 7_000;

  const operator = (userId = people.asker): TestClient =>
    app.as(actor({ ...place, userId, provenAt: app.clock.now() }));
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
  const agreed: DirectoryStage["agreed"] = async (operation, input) => {
    const asked = await operator().send(sysLdap, operation, input as never, because("A directory"));
    expect(asked).toMatchObject({ status: 202, bizCode: "platform.sentForApproval" });
    const { changeRequestId } = asked.body.result as unknown as { changeRequestId: string };
    const shown = await operator(people.approver).call(changeRequest, "detail", { id: changeRequestId });
    expect(JSON.stringify(shown)).not.toContain(readerPassword);
    await operator(people.approver).call(changeRequest, "approve", { id: changeRequestId });
  };
  const switchSignIn: DirectoryStage["switchSignIn"] = async (value) => {
    await app.platform.db.updateTable("configs").set({ value }).where("code", "=", "sys_domain_login").execute();
  };
  const users = () => usersOf(app, place.tenantId, [people.asker, people.approver]);

  beforeAll(async () => {
    const environment = { COUNTINGHOUSE_DIRECTORY_HOSTS: "127.0.0.1" };
    app = await buildTestApp({ environment });
    door = await realNode(app.database, app.clock, environment);
  });
  afterAll(async () => {
    await door?.close();
    await app?.close();
  });
  beforeEach(async () => {
    directory = await startDirectory();
    // Accounts are unique over all tenants, and tests call their people by the same names.
    await app.platform.db.deleteFrom("users").where("accountType", "=", AccountType.NormalUser).execute();
    // Whoever was locked out by the test before may try again.
    app.clock.forward(86_400_000);
    place = await buildTenant(app);
    seat += 2;
    people = { asker: seat, approver: seat + 1 };
    await seatAdministrators(app, place, [people.asker, people.approver]);
    await agreed("add", given());
    const { items } = await operator().call(sysLdap, "page", {});
    id = items[0]?.id ?? 0;
    await switchSignIn("True");
    return () => directory.close();
  });

  return {
    get app() {
      return app;
    },
    get door() {
      return door;
    },
    get directory() {
      return directory;
    },
    get place() {
      return place;
    },
    get people() {
      return people;
    },
    get id() {
      return id;
    },
    operator,
    given,
    agreed,
    switchSignIn,
    users,
    userOf: async (account) => (await users()).find((row) => row.account === account),
    signIn: (account, password) => trySignIn(door, account, password),
    branch: (name, above = "") =>
      void directory.entries.push({
        dn: `ou=${name},${above}dc=house,dc=example`,
        attributes: { objectClass: "organizationalUnit", ou: name, entryUUID: `id-of-${name}` },
      }),
    synchronised: async (operation = "syncUser", fingerprint = null) => {
      const runId = await operator().call(sysLdap, operation, { id, fingerprint });
      const job = app.jobs.findLast(({ queue }) => queue === "ldap-sync");
      await ldapSyncWorker(app.platform).run(jobContext(app), job?.data);
      const run = (await operator().call(sysLdap, "runs", { id })).find((one) => one.id === runId);
      if (!run) throw new Error("the synchronisation left no run");
      return run;
    },
  };
}
