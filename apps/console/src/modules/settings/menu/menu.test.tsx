import type { MenuNode } from "@countinghouse/contract/settings/menu/menu.ts";
import { describe, expect, test } from "vitest";
import { addressHints } from "./menu.checks.detail.tsx";
import { menuFields } from "./menu.form.tsx";
import { possibleParents } from "./menu.inputs.form.tsx";

const words = {
  pathHint: "path",
  componentHint: "component",
  linkHint: "link",
  permissionHint: "permission",
  nameHint: "name",
  redirectHint: "redirect",
};
const namesOf = (values: object) =>
  menuFields({ ...values }, words).map((field) => (typeof field === "string" ? field : field.field));

const node = (id: number, type: 1 | 2 | 3, children: MenuNode[] = []): MenuNode => ({
  id,
  type,
  children,
  pid: 0,
  code: null,
  title: `entry ${id}`,
  titles: null,
  isIframe: false,
  isHide: false,
  isKeepAlive: true,
  isAffix: false,
  orderNo: 100,
  status: 1,
  version: 1,
  createTime: "2026-01-01T00:00:00.000Z",
  createUserName: null,
  updateTime: null,
  updateUserName: null,
});

describe("menuFields", () => {
  test("asks a button for its permission and for no address", () => {
    expect(namesOf({ type: 3 })).toContain("permission");
    expect(namesOf({ type: 3 })).not.toContain("path");
  });

  test("asks a directory for where it leads and for no page", () => {
    expect(namesOf({ type: 1 })).toContain("redirect");
    expect(namesOf({ type: 1 })).not.toContain("component");
  });

  test("asks a page for its file, or, once it has a link, whether that is embedded", () => {
    expect(namesOf({ type: 2 })).toContain("component");
    expect(namesOf({ type: 2 })).not.toContain("isIframe");
    expect(namesOf({ type: 2, outLink: "https://example.com" })).toContain("isIframe");
    expect(namesOf({ type: 2, outLink: "https://example.com" })).not.toContain("component");
  });
});

describe("possibleParents", () => {
  const tree = [node(1, 1, [node(2, 2, [node(3, 3)]), node(4, 1, [node(5, 2)])])];
  const ids = (nodes: readonly MenuNode[]): number[] => nodes.flatMap(({ id, children }) => [id, ...ids(children)]);

  test("offers no button, since nothing stands below one", () => {
    expect(ids(possibleParents(tree, undefined))).toEqual([1, 2, 4, 5]);
  });

  test("offers neither the entry itself nor what lies below it", () => {
    expect(ids(possibleParents(tree, 4))).toEqual([1, 2]);
  });
});

describe("addressHints", () => {
  test("remarks on a page that does not come with the product, and on a permission nothing asks for", () => {
    const hints = addressHints(
      { component: "nowhere/nowhere.list", permission: "sysUser:dance", path: "no-slash" },
      words,
    );
    expect(hints).toMatchObject({
      component: { hint: "component" },
      permission: { hint: "permission" },
      path: { hint: "path" },
    });
  });

  test("says nothing where all is well", () => {
    const hints = addressHints(
      { component: "user/user.list", permission: "sysUser:add", path: "/system/user", outLink: "" },
      words,
    );
    expect(Object.values(hints)).toEqual([{}, {}, {}, {}]);
  });

  test("remarks on a link that runs a script", () => {
    expect(addressHints({ outLink: "javascript:alert(1)" }, words).outLink).toEqual({ hint: "link" });
  });
});
