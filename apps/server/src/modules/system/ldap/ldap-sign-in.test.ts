import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { Status } from "@countinghouse/contract/system-enumerations.ts";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { actor } from "../../../../test/app.ts";
import { ask, bearer, enrolTotp, givePassword, newIp } from "../../../../test/attack/visitor.ts";
import { enter } from "../../../../test/directory-server.ts";
import { directoryStage } from "../../../../test/directory-stage.ts";
import { buildTenant, buildUser, unique } from "../../../../test/people.ts";
import { signInServicesOf } from "../auth/sign-in-services.service.ts";

const at = directoryStage();

describe("whoever is of a directory", () => {
  beforeEach(async () => {
    // The account locked by the test before opens again.
    at.app.clock.forward(86_400_000);
    enter(at.directory, "ada");
    await at.synchronised();
    at.directory.binds.splice(0);
  });

  test("signs in with its password and no other, whatever password is kept here", async () => {
    expect((await at.signIn("ada", "password-of-ada")).result.outcome).toBe("signedIn");
    expect((await at.signIn("ada", "wrong")).bizCode).toBe("sysAuth.signInFailed");
    expect(at.directory.binds.at(-1)).toEqual({ dn: "uid=ada,ou=People,dc=house,dc=example", password: "wrong" });
  });

  test.each(["", " ", "   ", "\u0000", "a\u0000b"])(
    "is not let in with the password %j, and no bind is sent",
    async (password) => {
      const reply = await at.signIn("ada", password);
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(at.directory.binds.filter(({ dn }) => dn.startsWith("uid="))).toEqual([]);
    },
  );

  test("is not let in by what reads like a filter", async () => {
    const link = (account: string) =>
      at.app.platform.db
        .updateTable("userLdaps")
        .set({ account, entryCode: null })
        .where("ldapId", "=", at.id)
        .execute();
    for (const account of ["*", "*)(uid=*", "ada)(|(uid=*"]) {
      await link(account);
      expect((await at.signIn("ada", "password-of-ada")).bizCode).toBe("sysAuth.signInFailed");
    }
    expect(at.directory.filters.at(-1)).toContain("\\28|\\28");
  });

  test("is locked out like anybody else, and the at.directory is asked no more", async () => {
    for (let tries = 0; tries < 10; tries += 1) await at.signIn("ada", `wrong ${tries}`);
    const asked = at.directory.binds.length;
    expect((await at.signIn("ada", "password-of-ada")).bizCode).toBe("sysAuth.signInFailed");
    expect(at.directory.binds.length).toBe(asked);
  });

  test("costs the hashing of everybody else, so that the time tells nobody who is of one", async () => {
    const hashed = vi.spyOn(signInServicesOf(at.door.platform).keys.passwords, "matches");
    expect((await at.signIn("ada", "wrong")).bizCode).toBe("sysAuth.signInFailed");
    expect(hashed).toHaveBeenCalledOnce();
    hashed.mockRestore();
  });

  test("proves the second factor as well", async () => {
    const first = await at.signIn("ada", "password-of-ada");
    await enrolTotp(at.door, first.result);
    expect((await at.signIn("ada", "password-of-ada")).result).toMatchObject({
      outcome: "secondFactor",
      methods: expect.arrayContaining(["totp"]),
    });
  });

  test("cannot sign in once they left, nor can somebody new under their name", async () => {
    const [left] = at.directory.entries.splice(0);
    expect((await at.signIn("ada", "password-of-ada")).bizCode).toBe("sysAuth.signInFailed");
    enter(at.directory, "ada", { entryUUID: "somebody-else" });
    expect((await at.signIn("ada", "password-of-ada")).bizCode).toBe("sysAuth.signInFailed");
    expect(left).toBeDefined();
    expect(await at.userOf("ada")).toMatchObject({ status: Status.Enable });
  });

  test("is not let in by an old password of ours while the at.directory is out of reach", async () => {
    const ada = await at.userOf("ada");
    await givePassword(at.door, ada?.id ?? 0, "violet otter 93 lantern");
    await at.directory.close();
    expect((await at.signIn("ada", "violet otter 93 lantern")).bizCode).toBe("sysAuth.signInFailed");
    expect((await at.signIn("ada", "password-of-ada")).bizCode).toBe("sysAuth.signInFailed");
    await at.switchSignIn("False");
    expect((await at.signIn("ada", "violet otter 93 lantern")).result.outcome).toBe("signedIn");
  });

  test("unlocks the screen with its password, and changes it there", async () => {
    const { result } = await at.signIn("ada", "password-of-ada");
    const headers = bearer(result);
    const unlock = (password: string) =>
      ask(at.door, "sysAuth/unLockScreen", { headers, body: { password }, ip: newIp() });
    expect((await unlock("wrong")).bizCode).toBe("sysAuth.passwordWrong");
    expect((await unlock("password-of-ada")).result).toBe(true);
    const pair = (await at.signIn("ada", "password-of-ada")).result;
    const change = await ask(at.door, "sysAuth/changePassword", {
      headers: bearer(pair),
      body: { oldPassword: "password-of-ada", newPassword: "violet otter 93 lantern" },
    });
    expect(change.bizCode).toBe("sysAuth.passwordOfDirectory");
    const ada = await at.userOf("ada");
    expect((await at.operator().send(sysUser, "resetPwd", { id: ada?.id ?? 0 })).bizCode).toBe(
      "sysUser.passwordOfDirectory",
    );
  });
});

describe("sysUser.update", () => {
  test("links somebody by hand, who is known by their entry from then on", async () => {
    enter(at.directory, "kim");
    const userId = await buildUser(at.app, at.place);
    const { account: name } = await at.app.platform.db
      .selectFrom("users")
      .select("account")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    const change = (more: object) =>
      at
        .operator()
        .send(sysUser, "update", { id: userId, account: name, realName: "Kim", orgId: at.place.orgId, ...more });
    expect(await change({ domainAccount: "kim" })).toMatchObject({ status: 200 });
    expect((await at.signIn(name, "password-of-kim")).result.outcome).toBe("signedIn");
    const [link] = await at.app.platform.db.selectFrom("userLdaps").selectAll().where("userId", "=", userId).execute();
    expect(link).toMatchObject({ account: "kim", entryCode: "id-of-kim" });
    const other = await buildUser(at.app, at.place);
    const second = await at.app.platform.db
      .selectFrom("users")
      .select("account")
      .where("id", "=", other)
      .executeTakeFirstOrThrow();
    expect(
      (
        await at.operator().send(sysUser, "update", {
          id: other,
          account: second.account,
          realName: "Lee",
          orgId: at.place.orgId,
          domainAccount: "KIM",
        })
      ).bizCode,
    ).toBe("sysUser.domainAccountTaken");
    expect(await change({ remark: "stays linked" })).toMatchObject({ status: 200 });
    expect(await at.operator().call(sysUser, "detail", { id: userId })).toMatchObject({ domainAccount: "kim" });
    expect(await change({ domainAccount: null })).toMatchObject({ status: 200 });
    expect((await at.signIn(name, "password-of-kim")).bizCode).toBe("sysAuth.signInFailed");
  });

  test("refuses a at.directory account where the tenant has no directory", async () => {
    const elsewhere = await buildTenant(at.app);
    const added = await at.app
      .as(actor({ ...elsewhere, userId: at.people.asker, provenAt: at.app.clock.now() }))
      .send(sysUser, "add", { account: unique("pat"), realName: "Pat", orgId: elsewhere.orgId, domainAccount: "pat" });
    expect(added.bizCode).toBe("sysUser.directoryMissing");
  });
});
