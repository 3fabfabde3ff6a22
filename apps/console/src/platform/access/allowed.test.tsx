import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { emptySession, session } from "../session/session.ts";
import { Allowed } from "./allowed.tsx";

const holding = (...permissions: string[]) => session.set({ ...emptySession, permissions: new Set(permissions) });

afterEach(() => {
  cleanup();
  session.set(emptySession);
});

describe("Allowed", () => {
  test.each([
    [{ need: "a:add" }, ["a:add"], true],
    [{ need: "a:add" }, ["a:page"], false],
    [{ any: ["a:add", "a:page"] }, ["a:page"], true],
    [{ any: ["a:add", "a:page"] }, [], false],
    [{ all: ["a:add", "a:page"] }, ["a:add", "a:page"], true],
    [{ all: ["a:add", "a:page"] }, ["a:add"], false],
  ] as const)("%o with %o shows: %s", (need, held, isShown) => {
    holding(...held);
    render(<Allowed {...need}>button</Allowed>);
    expect(screen.queryByText("button") !== null).toBe(isShown);
  });

  test("follows a right that is given later", () => {
    holding();
    render(<Allowed need="a:add">button</Allowed>);
    act(() => holding("a:add"));
    expect(screen.queryByText("button")).not.toBeNull();
  });
});
