import { AccountType, Status } from "@countinghouse/contract/system-enumerations.ts";
import { describe, expect, test } from "vitest";
import { dnKey, keysAbove, nameIn, partsOf } from "./dn.policy.ts";
import { type KnownOrg, planOrgs } from "./org-plan.policy.ts";
import { isTooManyGone, type KnownUser, type PersonEntry, planUsers, type UserFacts } from "./user-plan.policy.ts";

const entry = (account: string, more: Partial<PersonEntry> = {}): PersonEntry => ({
  dn: `uid=${account},ou=People,dc=house`,
  code: `code-${account}`,
  account,
  employeeId: null,
  realName: `${account} Example`,
  email: `${account}@house.example`,
  phone: null,
  ...more,
});

let ids = 0;
const user = (account: string, more: Partial<KnownUser> = {}): KnownUser => {
  ids += 1;
  return {
    id: ids,
    account,
    accountType: AccountType.NormalUser,
    status: Status.Enable,
    realName: `${account} Example`,
    email: `${account}@house.example`,
    phone: null,
    orgId: 7,
    isTenantAdministrator: false,
    link: null,
    ...more,
  };
};
const linked = (account: string, more: Partial<KnownUser> = {}): KnownUser =>
  user(account, { link: { ldapId: 1, account, entryCode: `code-${account}` }, ...more });

const planOf = (people: PersonEntry[], known: KnownUser[], more: Partial<UserFacts> = {}) =>
  planUsers({
    ldapId: 1,
    people,
    known,
    takenAccounts: new Set(known.map(({ account }) => account.toLowerCase())),
    phoneOwners: new Map(),
    orgOf: () => undefined,
    fallbackOrgId: 7,
    addsUsers: true,
    ...more,
  });
const told = (...given: Parameters<typeof planOf>) =>
  planOf(...given).steps.map((step) => [
    step.action,
    "user" in step && step.user ? step.user.account : "entry" in step ? step.entry?.account : "",
    step.action === "skip" ? step.skip : "changed" in step ? step.changed.join() : "",
  ]);

describe("people of a directory", () => {
  test("are added, linked, changed and disabled, and nobody else is touched", () => {
    const known = [linked("ada", { realName: "Ada Old" }), linked("gone"), user("bob"), user("local")];
    expect(told([entry("ada"), entry("bw", { employeeId: "BOB" }), entry("new")], known)).toEqual([
      ["change", "ada", "realName"],
      ["link", "bob", "realName,email,domainAccount"],
      ["add", "new", ""],
      ["disable", "gone", ""],
    ]);
  });

  test("are in line after they were brought in line", () => {
    const plan = planOf([entry("ada")], [linked("ada")]);
    expect(plan).toEqual({ steps: [], unchanged: 1, linkedBefore: 1 });
  });

  test("keep what the directory does not say, and a phone that is somebody else's", () => {
    const silent = entry("ada", { email: null, realName: null, phone: "13800000001" });
    expect(told([silent], [linked("ada")], { phoneOwners: new Map([["13800000001", 999]]) })).toEqual([]);
    expect(told([silent], [linked("ada")])).toEqual([["change", "ada", "phone"]]);
    const [one, other] = [entry("one", { phone: "13800000001" }), entry("two", { phone: "13800000001" })];
    expect(planOf([one, other], []).steps.map((step) => "values" in step && step.values.phone)).toEqual([
      "13800000001",
      null,
    ]);
  });

  test("who administer are linked, changed and disabled by people alone", () => {
    const root = user("root", { accountType: AccountType.SuperAdmin });
    const chief = user("chief", { isTenantAdministrator: true });
    const clerk = user("clerk", { accountType: AccountType.Member });
    const people = ["root", "chief", "clerk"].map((name) => entry(`x-${name}`, { employeeId: name }));
    expect(told(people, [root, chief, clerk])).toEqual([
      ["skip", "root", "administrator"],
      ["skip", "chief", "administrator"],
      ["skip", "clerk", "of_merchant"],
    ]);
    const boss = linked("boss", { accountType: AccountType.SysAdmin });
    expect(told([], [boss])).toEqual([["skip", "boss", "administrator"]]);
    expect(told([entry("boss", { realName: "Other" })], [boss])).toEqual([]);
  });

  test("who are disabled stay so, whether they come back or were never linked", () => {
    const off = { status: Status.Disable };
    const people = [entry("ada"), entry("bw", { employeeId: "bob" })];
    expect(told(people, [linked("ada", off), user("bob", off)])).toEqual([
      ["skip", "ada", "stays_disabled"],
      ["skip", "bob", "stays_disabled"],
    ]);
    expect(told([], [linked("ada", off)])).toEqual([]);
  });

  test("are left out where they cannot be told apart from people here", () => {
    const taken = user("ada");
    expect(told([entry("ada")], [taken])).toEqual([["skip", "ada", "account_taken"]]);
    expect(told([entry("a b")], [])).toEqual([["skip", "a b", "account_unfit"]]);
    expect(told([entry("x", { account: null })], [])).toEqual([["skip", null, "account_missing"]]);
    expect(told([entry("new")], [], { addsUsers: false })).toEqual([["skip", "new", "not_added"]]);
    const elsewhere = user("bob", { link: { ldapId: 2, account: "bob", entryCode: "other" } });
    expect(told([entry("bw", { employeeId: "bob" })], [elsewhere])).toEqual([["skip", "bob", "linked_otherwise"]]);
    const twice = [entry("b1", { employeeId: "eve" }), entry("b2", { employeeId: "eve" })];
    expect(told(twice, [user("eve")]).map(([action]) => action)).toEqual(["link", "skip"]);
  });

  test("are found again by their code, whatever they are called by now", () => {
    const renamed = entry("smith", { code: "code-jones" });
    expect(told([renamed], [linked("jones", { realName: "smith Example", email: "smith@house.example" })])).toEqual([
      ["change", "jones", "domainAccount"],
    ]);
    // A new entry with the account of somebody who left is another person.
    expect(told([entry("ada", { code: "code-other" })], [linked("ada")]).map(([action]) => action)).toEqual([
      "skip",
      "disable",
    ]);
  });

  test("who were linked by hand are found by their account, once", () => {
    const byHand = user("ada", { link: { ldapId: 1, account: "Ada", entryCode: null } });
    expect(told([entry("ada")], [byHand])).toEqual([["change", "ada", "domainAccount"]]);
  });
});

test("many who are gone at once are looked at by a person first", () => {
  expect([isTooManyGone(2, 2), isTooManyGone(3, 15), isTooManyGone(3, 14), isTooManyGone(100, 499)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

describe("names of entries", () => {
  test("are taken apart as RFC 4514 has it", () => {
    expect(partsOf("OU=Smith\\, John,OU=a\\2Cb,DC=x")).toEqual(["OU=Smith\\, John", "OU=a\\2Cb", "DC=x"]);
    expect(dnKey("OU = A , dc=X")).toBe("ou=a,dc=x");
    expect(keysAbove("ou=a,ou=b,dc=x")).toEqual(["ou=b,dc=x", "dc=x"]);
    expect([nameIn("OU=Smith\\, John,DC=x"), nameIn("ou=\\E5\\8C\\97\\E4\\BA\\AC,dc=x"), nameIn("")]).toEqual([
      "Smith, John",
      "北京",
      "",
    ]);
  });
});

describe("organisations of a directory", () => {
  const org = (id: number, pid: number, name: string, more: Partial<KnownOrg> = {}): KnownOrg => ({
    id,
    pid,
    name,
    status: Status.Enable,
    entryCode: null,
    isFixed: false,
    ...more,
  });
  const root = org(1, 0, "House", { isFixed: true });
  const at = (dn: string, code = dn) => ({ dn, code });
  const said = (...given: Parameters<typeof planOrgs>) =>
    planOrgs(...given).steps.map((step) => [
      step.action,
      "name" in step ? step.name : "org" in step ? step.org?.name : "",
      "parent" in step ? step.parent : null,
    ]);

  test("are added below one another, whatever the order they come in", () => {
    expect(said([at("ou=Cards,ou=Sales,dc=x", "c"), at("ou=Sales,dc=x", "s")], [root], 1)).toEqual([
      ["add", "Sales", { id: 1 }],
      ["add", "Cards", { code: "s" }],
    ]);
  });

  test("take over one of the same name at the same place, are renamed, moved and disabled, and never deleted", () => {
    const known = [
      root,
      org(2, 1, "Sales"),
      org(3, 1, "Old", { entryCode: "n" }),
      org(4, 1, "Cards", { entryCode: "c" }),
      org(5, 1, "Gone", { entryCode: "g" }),
      org(6, 1, "By hand"),
    ];
    const entries = [at("ou=Sales,dc=x", "s"), at("ou=New,dc=x", "n"), at("ou=Cards,ou=Sales,dc=x", "c")];
    expect(said(entries, known, 1)).toEqual([
      ["link", "Sales", { id: 1 }],
      ["change", "New", { id: 1 }],
      ["change", "Cards", { id: 2 }],
      ["disable", "Gone", null],
    ]);
  });

  test("neither move nor end what everything is placed below", () => {
    const place = org(2, 1, "Place", { entryCode: "p", isFixed: true });
    expect(said([at("ou=Other,dc=x", "o")], [root, place], 2)).toEqual([
      ["add", "Other", { id: 2 }],
      ["skip", "Place", null],
    ]);
  });
});
