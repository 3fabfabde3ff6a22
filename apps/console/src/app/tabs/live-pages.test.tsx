import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, Link, RouterProvider, useLocation, useMatches, useSearchParams } from "react-router";
import { afterEach, describe, expect, test } from "vitest";
import { keepPages, type LivePage, LivePages, mostLivePages } from "./live-pages.tsx";
import { refreshTab, tabRounds } from "./tab-store.ts";

const page = (tab: string, path = `/${tab}`): LivePage => ({ tab, path, element: null, location: null as never });
const open = (...tabs: string[]) => new Set(tabs);
const names = (pages: readonly LivePage[]): string => pages.map((one) => one.tab).join("");

describe("keepPages", () => {
  test("keeps open pages, the one shown last at the end", () => {
    const shown = ["a", "b", "a"].reduce<readonly LivePage[]>(
      (pages, tab) => keepPages(pages, page(tab), open("a", "b")),
      [],
    );
    expect(names(shown)).toBe("ba");
  });

  test("drops a page whose tab was closed", () => {
    expect(names(keepPages([page("a"), page("b")], page("b"), open("b")))).toBe("b");
  });

  test("beyond the limit, the page unused for longest goes", () => {
    const tabs = Array.from({ length: mostLivePages + 2 }, (_, index) => String.fromCharCode(97 + index));
    const kept = tabs.reduce<readonly LivePage[]>((pages, tab) => keepPages(pages, page(tab), open(...tabs)), []);
    expect(names(kept)).toBe(tabs.slice(2).join(""));
  });

  test("gives back the same list when nothing changed, so that nothing is drawn again", () => {
    const shown = page("a");
    const pages = [page("b"), shown];
    expect(keepPages(pages, shown, open("a", "b"))).toBe(pages);
  });
});

const Page = ({ name }: { readonly name: string }) => {
  const [query] = useSearchParams();
  return (
    <>
      <input aria-label={name} />
      <output data-testid={name}>{query.get("q") ?? "none"}</output>
    </>
  );
};

function Frame() {
  const { pathname } = useLocation();
  const tab = String(useMatches().at(-1)?.handle);
  return (
    <>
      <Link to="/a?q=1">to a</Link>
      <Link to="/b?q=2">to b</Link>
      <LivePages tab={tab} path={pathname} open={open("a", "b")} footer={null} />
    </>
  );
}

async function renderAt(address: string) {
  const children = ["a", "b"].map((name) => ({ path: `/${name}`, handle: name, element: <Page name={name} /> }));
  const router = createMemoryRouter([{ path: "/", element: <Frame />, children }], { initialEntries: [address] });
  await act(async () => render(<RouterProvider router={router} />));
}

const go = (link: string) => act(async () => fireEvent.click(screen.getByText(link)));

afterEach(() => {
  cleanup();
  tabRounds.set({});
});

describe("LivePages", () => {
  test("what was typed in a page is still there on the way back", async () => {
    await renderAt("/a?q=1");
    fireEvent.change(screen.getByLabelText("a"), { target: { value: "half a sentence" } });
    await go("to b");
    await go("to a");
    expect(screen.getByLabelText<HTMLInputElement>("a").value).toBe("half a sentence");
  });

  test("a page in the background keeps the address it was left at", async () => {
    await renderAt("/a?q=1");
    await go("to b");
    expect(screen.getByTestId("b").textContent).toBe("2");
    expect(screen.getByTestId("a").textContent).toBe("1");
  });

  test("refreshing a tab starts its page anew", async () => {
    await renderAt("/a?q=1");
    fireEvent.change(screen.getByLabelText("a"), { target: { value: "typed" } });
    await act(async () => refreshTab("a"));
    expect(screen.getByLabelText<HTMLInputElement>("a").value).toBe("");
  });
});
