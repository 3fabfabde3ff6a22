import { isValidElement } from "react";
import { matchRoutes } from "react-router";
import { describe, expect, test } from "vitest";
import { menuNode } from "../menu/menu.fixture.ts";
import { routesFrom } from "./routes.tsx";

const menu = [
  menuNode("/system", {
    children: [
      menuNode("/system/pos", { component: "pos/pos.list" }),
      menuNode("/system/pos/:id", { component: "pos/pos.detail", meta: { isHide: true } }),
      menuNode("/system/secret", { component: "a/a.list", meta: { roles: [9] } }),
    ],
  }),
];
const patternAt = (address: string, roles: number[] = [1]) =>
  matchRoutes(routesFrom(menu, roles), address)?.at(-1)?.route;

const elementAt = (address: string, roles: number[]): string | undefined => {
  const element = patternAt(address, roles)?.element;
  return isValidElement(element) && typeof element.type === "function" ? element.type.name : undefined;
};

describe("routesFrom", () => {
  test("every page of the menu has a route, segments included", () => {
    expect(patternAt("/system/pos")?.handle).toMatchObject({ pattern: "/system/pos" });
    expect(patternAt("/system/pos/7")?.handle).toMatchObject({ pattern: "/system/pos/:id" });
  });

  test("the root and a directory lead on", () => {
    expect(patternAt("/")?.loader).toBeTypeOf("function");
    expect(patternAt("/system")?.loader).toBeTypeOf("function");
  });

  test("a page of other roles is there, but only to say so", () => {
    expect(elementAt("/system/secret", [1])).toBe("NoRightPage");
    expect(elementAt("/system/secret", [9])).toBe("PageView");
  });

  test("somebody without the home page starts on their first page, from the root and from every way home", async () => {
    const leads = async (address: string) => {
      const { loader } = patternAt(address) ?? {};
      const answer = typeof loader === "function" ? await loader({} as never) : undefined;
      return (answer as Response | undefined)?.headers.get("Location");
    };
    expect(await leads("/")).toBe("/system/pos");
    expect(await leads("/dashboard/home")).toBe("/system/pos");
  });

  test("anything else is not found", () => {
    expect(patternAt("/nowhere")?.path).toBe("*");
  });
});
