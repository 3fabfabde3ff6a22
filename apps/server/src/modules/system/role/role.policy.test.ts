import { AccountType, DataScope } from "@countinghouse/contract/system-enumerations.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { accessIsWithin, joinAccess, roleIsWithin, scopeIsWithin } from "./role.policy.ts";

const facts = { tenantId: 7, accountType: AccountType.NormalUser, orgId: 1, roleIds: [], permissions: [] };
const scopes = fc.array(fc.constantFrom(...DataScope.members.map(({ value }) => value)), { maxLength: 6 });
const orgIds = fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 8 });
const shuffled = <T>(items: readonly T[], by: readonly number[]): T[] =>
  items
    .map((item, index) => [by[index] ?? 0, item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

describe("joinAccess", () => {
  test("does not depend on the order of the roles", () => {
    fc.assert(
      fc.property(scopes, orgIds, fc.array(fc.nat()), (dataScopes, ids, by) => {
        const one = joinAccess({ ...facts, dataScopes, orgIds: ids });
        expect(joinAccess({ ...facts, dataScopes: shuffled(dataScopes, by), orgIds: ids })).toEqual(one);
      }),
    );
  });

  test("never takes anything away when a role is added", () => {
    fc.assert(
      fc.property(
        scopes,
        orgIds,
        fc.constantFrom(...DataScope.members.map(({ value }) => value)),
        (dataScopes, ids, more) => {
          const before = joinAccess({ ...facts, dataScopes, orgIds: ids });
          const after = joinAccess({ ...facts, dataScopes: [...dataScopes, more], orgIds: ids });
          if (before.scope.orgIds === "all") expect(after.scope.orgIds).toBe("all");
          if (!before.scope.selfOnly) expect(after.scope.selfOnly).toBe(false);
        },
      ),
    );
  });

  test("keeps everyone but the platform administrator inside the own tenant", () => {
    for (const accountType of [AccountType.Member, AccountType.NormalUser, AccountType.SysAdmin]) {
      expect(joinAccess({ ...facts, accountType, dataScopes: [1], orgIds: [] })).toMatchObject({
        holdsAll: false,
        scope: { tenantId: 7 },
      });
    }
  });
});

describe("joinAccess of somebody who signs in for a merchant", () => {
  test("leaves nothing of the operator's, by whatever role it came", () => {
    const permissions = ["coinOrder:page", "sysOrg:page", "sysPos:add", "merchant:approve", "gatewayAccount:page"];
    const held = (accountType: number) =>
      joinAccess({ ...facts, accountType, merchantId: "mer_1", permissions, dataScopes: [], orgIds: [] }).permissions;
    expect([...held(AccountType.Member)]).toEqual(["coinOrder:page"]);
    expect([...held(AccountType.NormalUser)]).toEqual(permissions);
  });
});

describe("scopeIsWithin, roleIsWithin and accessIsWithin", () => {
  const granter = (dataScopes: number[], ids: number[], permissions: string[] = []) =>
    joinAccess({ ...facts, dataScopes, orgIds: ids, permissions });

  test("let everyone hand out exactly what they have", () => {
    fc.assert(
      fc.property(scopes, orgIds, fc.array(fc.string(), { maxLength: 4 }), (dataScopes, ids, permissions) => {
        const one = granter(dataScopes, ids, permissions);
        expect(accessIsWithin(one, one)).toBe(true);
        expect(roleIsWithin(one, { name: "r", dataScope: DataScope.Self, permissions, orgIds: [] }, [])).toBe(true);
      }),
    );
  });

  test("refuse one organisation or permission more", () => {
    const one = granter([DataScope.Define], [1, 2], ["a"]);
    expect(scopeIsWithin(one, { dataScope: DataScope.Define, orgIds: [1, 2] }, [])).toBe(true);
    expect(scopeIsWithin(one, { dataScope: DataScope.Define, orgIds: [1, 3] }, [])).toBe(false);
    expect(scopeIsWithin(one, { dataScope: DataScope.DeptChild, orgIds: [] }, [1, 4])).toBe(false);
    expect(scopeIsWithin(one, { dataScope: DataScope.All, orgIds: [] }, [])).toBe(false);
    expect(roleIsWithin(one, { name: "r", dataScope: 4, permissions: ["a", "b"], orgIds: [] }, [])).toBe(false);
    expect(accessIsWithin(one, granter([DataScope.All], [], []))).toBe(false);
  });

  test("refuse any scope of organisations to somebody limited to own records", () => {
    const limited = granter([DataScope.Self], [1], []);
    expect(scopeIsWithin(limited, { dataScope: DataScope.Dept, orgIds: [] }, [1])).toBe(false);
    expect(scopeIsWithin(limited, { dataScope: DataScope.Self, orgIds: [] }, [])).toBe(true);
  });
});
