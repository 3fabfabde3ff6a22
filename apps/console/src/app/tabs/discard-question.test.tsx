import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, RouterProvider, useLocation, useNavigate } from "react-router";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { switchLanguage } from "../../platform/i18n/language.ts";
import { forgetTabs, hasUnsavedChanges } from "../../platform/pages/unsaved-forms.ts";
import { UnsavedGuard } from "../../platform/pages/unsaved-guard.tsx";
import { useStore } from "../../platform/state/store.ts";
import { DiscardQuestion } from "./discard-question.tsx";
import { LivePages } from "./live-pages.tsx";
import { close, discarding, onTabNavigation, refreshTab, showTab, tabRounds, tabStore } from "./tab-store.ts";
import { noTabs, openTab } from "./tabs.ts";

const names = ["a", "b", "c"];

function Page({ name }: { readonly name: string }) {
  const [text, setText] = useState("");
  return (
    <>
      <input aria-label={name} value={text} onChange={(event) => setText(event.target.value)} />
      <UnsavedGuard isDirty={text !== ""} />
    </>
  );
}

function Frame() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  onTabNavigation((address) => void navigate(address));
  const tab = pathname.slice(1);
  const { list } = useStore(tabStore);
  return (
    <>
      <LivePages tab={tab} path={pathname} open={new Set(list.map(({ key }) => key))} footer={null} />
      <DiscardQuestion />
    </>
  );
}

const tabOf = (name: string) => ({
  key: name,
  address: `/${name}`,
  title: `Page ${name}`,
  icon: null,
  isAffix: false,
  isKeepAlive: true,
});
const show = async (name: string) => {
  tabStore.set((tabs) => openTab(tabs, tabOf(name)));
  await act(async () => showTab(`/${name}`));
};
const type = (name: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(name), { target: { value } }));
const typed = (name: string) => screen.queryByLabelText<HTMLInputElement>(name)?.value;
const answer = async (label: string | RegExp) => {
  const button = await screen.findByRole("button", { name: label });
  await act(async () => fireEvent.click(button));
};
const openTabs = () =>
  tabStore
    .get()
    .list.map(({ key }) => key)
    .join("");

beforeEach(async () => {
  switchLanguage("zh-cn");
  tabStore.set(names.reduce((tabs, name) => openTab(tabs, tabOf(name)), noTabs));
  const children = names.map((name) => ({ path: `/${name}`, element: <Page name={name} /> }));
  const router = createMemoryRouter([{ path: "/", element: <Frame />, children }], { initialEntries: ["/a"] });
  await act(async () => render(<RouterProvider router={router} />));
  tabStore.set((tabs) => openTab(tabs, tabOf("a")));
});
afterEach(() => {
  cleanup();
  forgetTabs(names);
  discarding.set(undefined);
  tabRounds.set({});
});

describe("closing a tab in which something was typed", () => {
  test("asks, and closes it when told to discard", async () => {
    await type("a", "half a sentence");
    await act(async () => close("a", "this", "/a"));
    expect(openTabs()).toBe("abc");
    await answer(/放 ?弃/);
    expect(openTabs()).toBe("bc");
    expect(hasUnsavedChanges()).toBe(false);
  });

  test("asks, and leaves everything where it was when told to stay", async () => {
    await type("a", "half a sentence");
    await act(async () => close("a", "this", "/a"));
    await answer("继续编辑");
    expect([openTabs(), typed("a")]).toEqual(["abc", "half a sentence"]);
  });

  test("asks although its page is hidden behind another, and names it", async () => {
    await type("a", "half a sentence");
    await show("b");
    await act(async () => close("b", "others", "/b"));
    expect(await screen.findByText(/Page a/)).toBeDefined();
    expect(openTabs()).toBe("abc");
    await answer(/放 ?弃/);
    expect(openTabs()).toBe("b");
  });

  test("asks before it is refreshed", async () => {
    await type("a", "half a sentence");
    await act(async () => refreshTab("a"));
    expect(typed("a")).toBe("half a sentence");
    await answer(/放 ?弃/);
    expect(typed("a")).toBe("");
  });
});

test("nothing is asked where nothing was typed, or where it was taken back", async () => {
  await type("a", "half a sentence");
  await type("a", "");
  await act(async () => close("a", "this", "/a"));
  expect(openTabs()).toBe("bc");
});

test("the browser asks before the window goes, also for a hidden page", async () => {
  await type("a", "half a sentence");
  await show("b");
  await new Promise((resolve) => setTimeout(resolve, 20));
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
});
