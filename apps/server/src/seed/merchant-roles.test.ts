import { operationOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { describe, expect, test } from "vitest";
import { type MerchantRole, permissionsOfMerchantRole } from "../modules/system/role/index.ts";
import { merchantRoles } from "./merchant-roles.ts";

const all: readonly Resource[] = resources;
const known = new Set(
  all.flatMap((resource) =>
    Object.keys(resource.operations)
      .filter((name) => operationOf(resource, name).access === "permission")
      .map((name) => permissionOf(resource.name, name)),
  ),
);
const roles = Object.keys(merchantRoles) as MerchantRole[];

/** Permissions of a role that no operation asks for. */
const unknown = (permissions: readonly string[]): readonly string[] => permissions.filter((one) => !known.has(one));

describe("the roles of merchants' people", () => {
  test.each(roles)("%s holds only permissions that some operation asks for", (role) => {
    expect(permissionsOfMerchantRole(role).length).toBeGreaterThan(5);
    expect(unknown(permissionsOfMerchantRole(role))).toEqual([]);
  });

  test("an unknown permission is noticed", () => {
    expect(unknown(["merchant:page", "merchant:pageAll"])).toEqual(["merchant:pageAll"]);
  });

  test("give the owner everything the others have", () => {
    const owner = new Set(permissionsOfMerchantRole("merchant_owner"));
    for (const role of roles)
      expect(
        permissionsOfMerchantRole(role).filter((one) => !owner.has(one)),
        role,
      ).toEqual([]);
  });

  test("let nobody decide about the merchant, its price or its routes", () => {
    const decisions =
      /^(merchant:(add|approve|reject|activate|suspend|resume|close|review)|.*:(approve|reject)$|mer\w+Cfg:add|gateway|upstream|routing|ledger|eventExceptionLog|sys)/;
    for (const role of roles)
      expect(
        permissionsOfMerchantRole(role).filter((one) => decisions.test(one)),
        role,
      ).toEqual([]);
  });

  test("let the viewer change nothing", () => {
    const kindOf = (permission: string) => {
      const [name = "", verb = ""] = permission.split(":");
      const resource = all.find((one) => one.name === name);
      return resource && operationOf(resource, verb).kind;
    };
    expect(permissionsOfMerchantRole("merchant_viewer").filter((one) => kindOf(one) !== "query")).toEqual([]);
  });
});
