import { inbox } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { sysNotice } from "@countinghouse/contract/system/notice/notice.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { switchLanguage } from "../../platform/i18n/language.ts";
import { choosePaymentMode } from "../../platform/session/payment-mode.ts";
import { session } from "../../platform/session/session.ts";
import { InboxMark, InboxPip } from "../menu/inbox-count.tsx";
import { menuNode } from "../menu/menu.fixture.ts";
import { NoticeBell } from "./notice-bell.tsx";

const notice = (id: number, more: object = {}) => ({
  id,
  title: `Window ${id}`,
  content: "<p>We are away <b>tonight</b>.<img src=x onerror=alert(1)></p>",
  type: 1,
  publicTime: "2026-11-21T16:30:00.000Z",
  ...more,
});

const inboxNode = menuNode("/dashboard/inbox", { component: "inbox/inbox.page" });
const dashboard = menuNode("/dashboard", { type: 1, children: [inboxNode] });

let server: FakeServer;
let unread: readonly object[];

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([sysNotice, inbox]);
  session.set((before) => ({
    ...before,
    menu: [dashboard, menuNode("/system/notice", { component: "notice/notice.list" })],
  }));
  server = startFakeServer();
  unread = [notice(1), notice(2, { type: 2 })];
  server.answer(sysNotice, "unReadList", (() => unread) as never);
  server.answer(sysNotice, "setRead", (({ id }: { id: number }) => {
    unread = unread.filter((one) => (one as { id: number }).id !== id);
    return null;
  }) as never);
});
afterEach(() => {
  endPage();
  server.stop();
  choosePaymentMode("live");
  localStorage.clear();
  switchLanguage("en");
});

const bell = (count: number) => page.getByRole("button", { name: `Notices, ${count} unread` });

describe("the bell", () => {
  test("counts what is unread in words, and shows a dot for it", async () => {
    await renderPage(<NoticeBell />);
    await expect.element(bell(2)).toBeVisible();
    expect(bell(2).element().querySelector(".pip")).not.toBeNull();
  });

  test("shows a rich text as its words alone, the time in the reader's zone and what kind it is", async () => {
    await renderPage(<NoticeBell />);
    await bell(2).click();
    const first = page.getByRole("dialog", { name: "Notices" }).getByRole("listitem").first();
    await expect.element(first).toMatchTextContent("We are away tonight.");
    await expect.element(first).toMatchTextContent("Notice · Nov 22, 2026, 12:30 AM");
    expect(document.querySelector(".notice-pop img")).toBeNull();
  });

  test("takes a notice away once it was read, and the dot with the last", async () => {
    await renderPage(<NoticeBell />);
    await bell(2).click();
    await page.getByRole("button", { name: "Mark as read: Window 1" }).click();
    await expect.element(bell(1)).toBeVisible();
    await page.getByRole("button", { name: "Mark as read: Window 2" }).click();
    await expect.element(page.getByText("No unread notices")).toBeVisible();
    expect(bell(0).element().querySelector(".pip")).toBeNull();
  });

  test("says that a notice could not be marked", async () => {
    server.answer(sysNotice, "setRead", (() => refusal({ status: 503, message: "Down for a moment." })) as never);
    await renderPage(<NoticeBell />);
    await bell(2).click();
    await page.getByRole("button", { name: "Mark as read: Window 1" }).click();
    await expect.element(page.getByRole("alert")).toMatchTextContent("Down for a moment.");
    await expect.element(bell(2)).toBeVisible();
  });

  test("offers to try again where the notices could not be read", async () => {
    server.answer(sysNotice, "unReadList", (() => refusal({ status: 422, message: "No." })) as never);
    await renderPage(<NoticeBell />);
    await bell(0).click();
    await expect.element(page.getByText(/The notices could not be loaded\./)).toBeVisible();
    server.answer(sysNotice, "unReadList", (() => unread) as never);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByText("Window 1")).toBeVisible();
  });

  test("leads to all of them, closed behind the reader", async () => {
    const { router } = await renderPage(<NoticeBell />);
    await bell(2).click();
    await page.getByRole("link", { name: "All notices" }).click();
    expect(router.state.location.pathname).toBe("/system/notice");
  });
});

describe("how much waits", () => {
  const counts = (...all: number[]) =>
    server.answer(inbox, "count", (() => all.map((count, index) => ({ kind: `kind${index}`, count }))) as never);

  test.each([
    [[2, 3], "5", "5 waiting for you"],
    [[90, 40], "99+", "130 waiting for you"],
  ] as const)("%o stands beside the entry and its section as %s, and is said whole", async (all, shown, said) => {
    counts(...all);
    await renderPage(
      <>
        <InboxMark node={dashboard} />
        <InboxPip />
      </>,
    );
    await expect.element(page.getByText(shown, { exact: true })).toBeVisible();
    await expect.element(page.getByText(said)).toBeInTheDocument();
    expect(document.querySelector(".pip")).not.toBeNull();
  });

  test("stands nowhere for nothing, nor beside other entries", async () => {
    counts(0, 0);
    await renderPage(
      <>
        <InboxMark node={dashboard} />
        <InboxPip />
      </>,
    );
    await expect.poll(() => server.inputs(inbox, "count").length).toBe(1);
    expect(document.querySelector(".menu-count, .pip")).toBeNull();
    counts(4);
    endPage();
    await renderPage(<InboxMark node={menuNode("/trade/order")} />);
    await expect.poll(() => server.inputs(inbox, "count").length).toBe(2);
    expect(document.querySelector(".menu-count")).toBeNull();
  });

  test("is of the book that is looked at", async () => {
    server.answer(inbox, "count", (({ mode }: { mode: string }) => [
      { kind: "a", count: mode === "test" ? 7 : 1 },
    ]) as never);
    await renderPage(<InboxMark node={inboxNode} />);
    await expect.element(page.getByText("1 waiting for you")).toBeInTheDocument();
    choosePaymentMode("test");
    await expect.element(page.getByText("7 waiting for you")).toBeInTheDocument();
  });

  test("is not asked of the server for a reader without the page", async () => {
    session.set((before) => ({ ...before, menu: [] }));
    await renderPage(<InboxPip />);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(server.inputs(inbox, "count")).toEqual([]);
  });
});
