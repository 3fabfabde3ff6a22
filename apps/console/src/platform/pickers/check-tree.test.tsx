import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { switchLanguage } from "../i18n/language.ts";
import type { CheckMode, CheckNode } from "./check-state.ts";
import { CheckTree } from "./check-tree.tsx";

const nodes: CheckNode[] = [
  {
    key: "1",
    title: "System",
    children: [
      {
        key: "2",
        title: "Accounts",
        hasRow: true,
        children: [
          { key: "3", title: "Add" },
          { key: "4", title: "Edit" },
        ],
      },
      { key: "5", title: "Roles" },
    ],
  },
];

let chosen: ReadonlySet<string> = new Set();

function Held({ mode, start }: { mode: CheckMode; start: readonly string[] }) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set(start));
  chosen = keys;
  return <CheckTree label="Menus" nodes={nodes} mode={mode} chosen={keys} onChange={setKeys} />;
}

const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

beforeEach(() => switchLanguage("en"));
afterEach(cleanup);

describe("CheckTree", () => {
  test("draws what is partly chosen half ticked", () => {
    render(<Held mode="joined" start={["1", "2", "3"]} />);
    expect([box("System").indeterminate, box("Accounts").indeterminate, box("Roles").indeterminate]).toEqual([
      true,
      true,
      false,
    ]);
    expect([box("Accounts").checked, box("Add").checked, box("Edit").checked]).toEqual([false, true, false]);
  });

  test("ticks a whole page by its own box, and counts what is chosen", () => {
    render(<Held mode="joined" start={[]} />);
    fireEvent.click(box("Accounts"));
    expect([...chosen].sort()).toEqual(["1", "2", "3", "4"]);
    expect(screen.getByText("4 of 5 chosen")).toBeTruthy();
  });

  test("ticks everything at once and takes it back", () => {
    render(<Held mode="joined" start={["3"]} />);
    fireEvent.click(box("All"));
    expect(chosen.size).toBe(5);
    fireEvent.click(box("All"));
    expect(chosen.size).toBe(0);
  });

  test("shows what a search finds, and a tick there still means the whole page", () => {
    render(<Held mode="joined" start={[]} />);
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "edit" } });
    expect(screen.queryByLabelText("Roles")).toBeNull();
    fireEvent.click(box("Accounts"));
    expect(chosen.has("3")).toBe(true);
  });

  test("leaves what lies above alone where each stands for itself", () => {
    render(<Held mode="apart" start={[]} />);
    fireEvent.click(box("Roles"));
    expect([...chosen]).toEqual(["5"]);
    expect(box("System").indeterminate).toBe(true);
  });
});
