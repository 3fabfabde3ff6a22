import "../theme/base.css";
import "../tokens.css";
import { cleanup, render } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DrawerPanel } from "./drawer-panel.tsx";
import { Timeline } from "./timeline.tsx";
import type { TreeNode } from "./tree-node.ts";
import { TreePanel } from "./tree-panel.tsx";

beforeEach(async () => {
  document.documentElement.lang = "en";
  document.documentElement.dataset.timeZone = "Asia/Shanghai";
  await page.viewport(1000, 700);
});
afterEach(cleanup);

describe("a timeline", () => {
  const event = (key: string, at: string, more: object = {}) => ({ key, at, title: key, ...more });
  const texts = () => [...document.querySelectorAll(".ch-timeline > li")].map(({ textContent }) => textContent);

  test("puts each event under its day of the reader's zone", () => {
    render(
      <Timeline
        label="What happened"
        events={[
          event("settled", "2026-11-22T02:00:00.000Z"),
          event("captured", "2026-11-21T17:00:00.000Z"),
          event("ordered", "2026-11-21T15:59:59.000Z"),
        ]}
      />,
    );
    expect(texts()).toEqual(["2026-11-22", "settled10:00:00", "captured01:00:00", "2026-11-21", "ordered23:59:59"]);
  });

  test("gives the whole time of an event to whoever asks, and the money that moved", () => {
    render(
      <Timeline
        label="What happened"
        events={[event("paid", "2026-11-21T06:05:09.000Z", { amount: "5.00 EUR", detail: "by card" })]}
      />,
    );
    expect(document.querySelector("time")?.title).toBe("2026-11-21 14:05:09");
    expect(document.querySelector("time")?.dateTime).toBe("2026-11-21T06:05:09.000Z");
    expect(texts()[1]).toBe("paidby card14:05:095.00 EUR");
  });

  test("ends its rail with the last event of a day", () => {
    render(
      <Timeline
        label="What happened"
        events={[
          event("b", "2026-11-22T02:00:00.000Z"),
          event("a", "2026-11-21T02:00:00.000Z"),
          event("z", "2026-11-21T01:00:00.000Z"),
        ]}
      />,
    );
    expect([...document.querySelectorAll(".ch-timeline-last")].map(({ textContent }) => textContent?.[0])).toEqual([
      "b",
      "z",
    ]);
  });
});

const nodes: readonly TreeNode[] = [
  {
    key: "1",
    title: "Bank",
    children: [{ key: "2", title: "Branch North", children: [{ key: "3", title: "Desk" }] }],
  },
  { key: "4", title: "Outside", isDisabled: true, children: [{ key: "5", title: "Ours" }] },
];
const chosen = vi.fn();
function Tree({ given = nodes }: { given?: readonly TreeNode[] }) {
  const [key, setKey] = useState<string>();
  const choose = (next: string | undefined) => {
    chosen(next);
    setKey(next);
  };
  return <TreePanel label="Organisations" nodes={given} selectedKey={key} onSelect={choose} />;
}

describe("a tree beside a list", () => {
  const node = (name: string) => page.getByTitle(name, { exact: true });
  beforeEach(() => chosen.mockReset());

  test("shows its first level opened, and all or nothing of it when told so", async () => {
    render(<Tree />);
    await expect.element(node("Branch North")).toBeVisible();
    expect(node("Desk").elements()).toEqual([]);
    await page.getByRole("button", { name: "Expand all" }).click();
    await expect.element(node("Desk")).toBeVisible();
    await page.getByRole("button", { name: "Collapse all" }).click();
    await expect.poll(() => node("Branch North").elements().length).toBe(0);
  });

  test("finds a node with all above it, and says where there is none", async () => {
    render(<Tree />);
    await page.getByRole("searchbox", { name: "Filter" }).fill("desk");
    await expect.element(node("Desk")).toBeVisible();
    await expect.element(node("Bank")).toBeVisible();
    expect(node("Outside").elements()).toEqual([]);
    await page.getByRole("searchbox", { name: "Filter" }).fill("zzz");
    await expect.element(page.getByText("No match")).toBeVisible();
  });

  test("chooses a node and lets go of it by the same click; one outside cannot be chosen", async () => {
    render(<Tree />);
    await node("Branch North").click();
    await node("Branch North").click();
    await node("Outside").click();
    expect(chosen.mock.calls).toEqual([["2"], [undefined]]);
  });

  test("of nothing says so", async () => {
    render(<Tree given={[]} />);
    await expect.element(page.getByText("Nothing here yet")).toBeVisible();
  });
});

describe("a panel at the side", () => {
  const close = vi.fn();
  const next = vi.fn();
  const previous = vi.fn();
  beforeEach(() => [close, next, previous].forEach((one) => void one.mockReset()));
  const show = (more: object = {}) =>
    render(
      <DrawerPanel label="Order 7" onClose={close} onNext={next} onPrevious={previous} {...more}>
        <input aria-label="Inside" />
      </DrawerPanel>,
    );

  test("is named after what it shows", async () => {
    show();
    await expect.element(page.getByRole("complementary", { name: "Order 7" })).toBeVisible();
  });

  test("walks by J and K while it has the focus itself, and lets them be typed", async () => {
    show();
    (page.getByRole("complementary").element() as HTMLElement).focus();
    await userEvent.keyboard("jK");
    expect([next.mock.calls.length, previous.mock.calls.length]).toEqual([1, 1]);
    await page.getByRole("textbox").click();
    await userEvent.keyboard("jk");
    expect([next.mock.calls.length, previous.mock.calls.length]).toEqual([1, 1]);
    await expect.element(page.getByRole("textbox")).toHaveValue("jk");
  });

  test("closes by Escape from anywhere, and not by one that something else has answered", async () => {
    show();
    await page.getByRole("textbox").click();
    await userEvent.keyboard("{Escape}");
    expect(close).toHaveBeenCalledOnce();
    const answered = new KeyboardEvent("keydown", { key: "Escape", cancelable: true, bubbles: true });
    answered.preventDefault();
    document.body.dispatchEvent(answered);
    expect(close).toHaveBeenCalledOnce();
  });

  test("offers no neighbours where there are none", async () => {
    show({ onNext: undefined, onPrevious: undefined });
    expect(page.getByRole("button").elements()).toHaveLength(1);
  });
});
