import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../platform/api/query-client.ts";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { emptySession, session } from "../../../platform/session/session.ts";
import { HomePage } from "./home.page.tsx";

const day = "2026-11-21";
const now = `${day}T10:00:00.000Z`;

type Handler = (input: Record<string, unknown>) => unknown;

const page = (items: readonly object[]) => ({
  items,
  total: items.length,
  totalIsExact: true,
  page: 1,
  pageSize: 6,
  totalPages: 1,
  hasPrevPage: false,
  hasNextPage: false,
  nextCursor: null,
  prevCursor: null,
  limitedBy: null,
});

const overview = {
  now,
  timeZone: "UTC",
  tenantName: "Harbour Pay",
  lastSignIn: null,
  running: { product: "0.1.0", build: null, node: "24.0.0", postgres: "18.4", startedAt: now },
  openEntries: 1,
  overdueEntries: 0,
  weekEntries: 1,
  weekEntriesDone: 0,
  unreadNotices: 0,
  steps: [{ step: "secondFactor", isDone: false }],
};

const entry = {
  id: 7,
  userId: 1,
  scheduleTime: day,
  startTime: "09:30",
  endTime: null,
  content: "Call the bank",
  status: 0,
  version: 1,
  createTime: now,
  createUserName: null,
  updateTime: null,
  updateUserName: null,
};

/** What the server keeps and answers in these tests. */
let preferences: { key: string; value: unknown }[];
let handlers: Record<string, Handler>;

function answer(url: string, body: Record<string, unknown>): Response {
  const path = new URL(url, location.origin).pathname.replace("/api/", "");
  const handler = handlers[path.replace(/\/\d+$/, "")];
  const result = handler?.(body);
  if (result instanceof Response) return result;
  return Response.json({ code: 200, type: "success", message: "", result: result ?? null, extras: null });
}

const refusal = (status: number, message: string) =>
  Response.json({ code: status, type: "error", message, result: null, extras: { requestId: "req-1" } }, { status });

beforeAll(() => switchLanguage("en"));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ["Date"] });
  document.documentElement.dataset.timeZone = "UTC";
  preferences = [];
  handlers = {
    "sysHome/overview": () => overview,
    "sysHome/events": () => [],
    "sysUserMenu/userMenuList": () => [],
    "sysSchedule/page": () => [entry],
    "sysNotice/pageReceived": () => page([]),
    "sysChangelog/list": () => [],
    "sysUserPreference/list": () => preferences,
    "sysUserPreference/save": ({ key, value }) => {
      preferences = value === null ? [] : [{ key: String(key), value }];
      return null;
    },
  };
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) =>
    answer(String(url), init?.body ? JSON.parse(String(init.body)) : {}),
  );
  session.set({
    ...emptySession,
    phase: "ready",
    user: {
      id: 1,
      account: "lin",
      realName: "Lin Wen",
      phone: null,
      email: null,
      accountType: AccountType.NormalUser,
      avatar: "/brand-mark.svg",
      orgName: "Operations",
      posName: null,
      buttons: [],
      roleIds: [],
      watermarkText: "",
      isLocked: false,
      lockScreenSeconds: 300,
      isTrial: false,
      isOfMerchant: false,
      merchant: null,
      time: 0,
    },
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function show(): void {
  const router = createMemoryRouter([{ path: "*", element: <HomePage /> }]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

/** Ids of the widgets by zone, as they stand in the document. */
const board = (): Record<string, string[]> =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>("[data-zone]")].map((zone) => [
      zone.dataset.zone,
      [...zone.querySelectorAll<HTMLElement>("[data-item]")].map(({ dataset }) => dataset.item ?? ""),
    ]),
  );

describe("home page", () => {
  test("shows the standard widgets and is read-only until the layout is edited", async () => {
    show();
    await screen.findByText("Good morning, Lin Wen");
    expect(board()).toEqual({
      top: [],
      wide: ["apps", "schedule", "notices"],
      narrow: ["events", "progress", "welcome"],
    });
    expect(screen.queryByRole("button", { name: /^Move/ })).toBeNull();
  });

  test("moves a widget by buttons, says where it went, and keeps the focus on the button", async () => {
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Edit layout" }));
    press("Move Events down");
    expect(board().narrow).toEqual(["progress", "events", "welcome"]);
    expect(screen.getByText("Events: Narrow column, place 2 of 3")).toBeTruthy();
    press("Move Events to the left");
    expect(board().wide).toEqual(["apps", "events", "schedule", "notices"]);
    expect(screen.getByText("Events: Wide column, place 2 of 4")).toBeTruthy();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Events to the left");
    press("Move My apps up");
    expect(board().top).toEqual(["apps"]);
  });

  test("marks steps that lead nowhere and does not take them", async () => {
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Edit layout" }));
    const before = board();
    const up = screen.getByRole("button", { name: "Move My apps to the left" });
    expect(up.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(up);
    expect(board()).toEqual(before);
  });

  test("keeps the arrangement on the server once it is saved", async () => {
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Edit layout" }));
    press("Remove Progress");
    press("Save");
    await screen.findByRole("button", { name: "Edit layout" });
    expect(board().narrow).toEqual(["events", "welcome"]);
    expect(preferences).toEqual([
      {
        key: "home:layout",
        value: {
          preset: "lead",
          zones: [[], ["apps", "schedule", "notices"], ["events", "welcome"]],
        },
      },
    ]);
  });

  test("forgets what was kept when the default is restored and saved", async () => {
    preferences = [{ key: "home:layout", value: { preset: "single", zones: [["timer"]] } }];
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Edit layout" }));
    expect(board()).toEqual({ single: ["timer"] });
    press("Restore default");
    press("Save");
    await waitFor(() => expect(preferences).toEqual([]));
  });

  test("takes nothing over when editing is cancelled", async () => {
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Edit layout" }));
    press("Remove Welcome");
    expect(board().narrow).toEqual(["events", "progress"]);
    press("Cancel");
    expect(board().narrow).toEqual(["events", "progress", "welcome"]);
    expect(preferences).toEqual([]);
  });

  test("stays in editing, with what was arranged, when saving is refused", async () => {
    handlers["sysUserPreference/save"] = () => refusal(409, "You keep 500 settings already.");
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Edit layout" }));
    press("Remove Welcome");
    press("Save");
    await waitFor(() => expect(screen.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(false));
    expect(board().narrow).toEqual(["events", "progress"]);
  });

  test("adds a removed widget from the list beside, where it is made for", async () => {
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Edit layout" }));
    press("Remove Schedule");
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Add Schedule"));
    press("Add Schedule");
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Schedule up"));
    expect(board().wide).toEqual(["apps", "notices", "schedule"]);
  });

  test("offers what the standard layout leaves out: the version, the clock and what changed", async () => {
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Edit layout" }));
    for (const name of ["About", "Version", "What changed", "Clock"]) press(`Add ${name}`);
    expect(screen.getByText("Every widget is on the page.")).toBeTruthy();
    expect(board().narrow).toEqual(["events", "progress", "welcome", "about", "version", "timer"]);
  });

  test("moves a widget to another column by dragging it", async () => {
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Edit layout" }));
    const grip = screen.getByTitle("Drag Progress");
    const target = document.querySelector("[data-item='apps']")?.getBoundingClientRect();
    const { x, y } = grip.getBoundingClientRect();
    fireEvent.pointerDown(grip, { button: 0, pointerId: 1, clientX: x, clientY: y });
    const over = { pointerId: 1, clientX: (target?.x ?? 0) + 4, clientY: (target?.y ?? 0) + 2 };
    fireEvent.pointerMove(window, over);
    fireEvent.pointerUp(window, over);
    expect(board().wide?.[0]).toBe("progress");
  });

  test("lets a dragged widget go where it was on Escape", async () => {
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Edit layout" }));
    const before = board();
    fireEvent.pointerDown(screen.getByTitle("Drag Progress"), { button: 0, pointerId: 1, clientX: 5, clientY: 5 });
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 90, clientY: 90 });
    fireEvent.keyDown(window, { key: "Escape" });
    fireEvent.pointerUp(window, { pointerId: 1, clientX: 90, clientY: 90 });
    expect(board()).toEqual(before);
  });
});

/** A reader who wants to see what changed. */
const withChanges = [{ key: "home:layout", value: { preset: "single", zones: [["welcome", "changes"]] } }];

describe("home widgets", () => {
  test("show a refusal in their own frame and recover when tried again", async () => {
    preferences = withChanges;
    handlers["sysChangelog/list"] = () => refusal(403, "You may not see the changelog.");
    show();
    await screen.findByText("You may not see the changelog.");
    const card = screen.getByRole("region", { name: "What changed" });
    await screen.findByText("Good morning, Lin Wen");
    handlers["sysChangelog/list"] = () => [
      { version: "Unreleased", date: null, section: "Console", text: "A home page." },
    ];
    fireEvent.click(within(card).getByRole("button", { name: "Try again" }));
    await screen.findByText("A home page.");
  });

  test("stay when another one throws while it is drawn", async () => {
    preferences = withChanges;
    vi.spyOn(console, "error").mockImplementation(() => {});
    handlers["sysChangelog/list"] = () => ({ not: "a list" });
    show();
    await screen.findByText("What changed could not be shown.");
    await screen.findByText("Good morning, Lin Wen");
  });

  test("walk the calendar by keys, one day in the tab order", async () => {
    show();
    const grid = await screen.findByRole("grid", { name: "November 2026" });
    const selected = () => grid.querySelectorAll<HTMLElement>("[tabindex='0']");
    expect([...selected()].map(({ dataset }) => dataset.day)).toEqual(["2026-11-21"]);
    expect(selected()[0]?.getAttribute("aria-label")).toBe("Saturday, November 21, 2026, 1 entry, 1 open");
    selected()[0]?.focus();
    fireEvent.keyDown(document.activeElement ?? grid, { key: "ArrowDown" });
    await waitFor(() => expect(document.activeElement?.getAttribute("data-day")).toBe("2026-11-28"));
    fireEvent.keyDown(document.activeElement ?? grid, { key: "Home" });
    await waitFor(() => expect(document.activeElement?.getAttribute("data-day")).toBe("2026-11-23"));
    fireEvent.keyDown(document.activeElement ?? grid, { key: "PageDown" });
    await screen.findByRole("grid", { name: "December 2026" });
    await waitFor(() => expect(document.activeElement?.getAttribute("data-day")).toBe("2026-12-23"));
  });

  test("finish an entry of the day", async () => {
    const finish = vi.fn(() => 1);
    handlers["sysSchedule/setStatus"] = finish;
    show();
    fireEvent.click(await screen.findByRole("checkbox", { name: "Done: Call the bank" }));
    await waitFor(() => expect(finish).toHaveBeenCalledWith({ id: 7, status: 1 }));
  });

  test("place the server's refusal at the field of the entry form", async () => {
    handlers["sysSchedule/add"] = () =>
      Response.json(
        {
          code: 400,
          type: "error",
          message: "The end is before the start.",
          result: null,
          extras: {
            bizCode: "sysSchedule.endsBeforeStart",
            fields: [{ field: "endTime", message: "The end is before the start." }],
          },
        },
        { status: 400 },
      );
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Add entry" }));
    const dialog = await screen.findByRole("dialog");
    const save = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Save" });
    fireEvent.click(save);
    await within(dialog).findByText("Entry is missing.");
    fireEvent.change(await within(dialog).findByLabelText(/Entry/), { target: { value: "Audit" } });
    // Deaf to a second click for a moment.
    await waitFor(() => expect(save.disabled).toBe(false));
    fireEvent.click(save);
    const refused = await within(dialog).findByText("The end is before the start.");
    expect(refused.closest("[data-field]")?.getAttribute("data-field")).toBe("endTime");
  });

  test("open a notice and mark it as read", async () => {
    const setRead = vi.fn(() => null);
    const sysNotice = {
      id: 3,
      title: "Maintenance",
      content: "On Sunday",
      type: 1,
      publicTime: now,
      publicUserName: "Ops",
      publicOrgName: null,
    };
    handlers["sysNotice/setRead"] = setRead;
    vi.mocked(window.fetch).mockImplementation(async (url, init) =>
      String(url).includes("readStatus=0")
        ? Response.json({ code: 200, result: page([{ id: 9, noticeId: 3, readStatus: 0, readTime: null, sysNotice }]) })
        : answer(String(url), init?.body ? JSON.parse(String(init.body)) : {}),
    );
    show();
    fireEvent.click(await screen.findByRole("button", { name: /Maintenance/ }));
    await within(await screen.findByRole("dialog")).findByText("On Sunday");
    await waitFor(() => expect(setRead).toHaveBeenCalledWith({ id: 3 }));
  });
});
