import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import type { ComponentType } from "react";
import { Route, Routes } from "react-router";
import { expect } from "vitest";
import { page } from "vitest/browser";
import type { FakeServer } from "./fake-server.ts";
import { renderPage } from "./render-page.tsx";

/** Opens the page of one record. */
export const renderRecord = (Page: ComponentType, id: string) =>
  renderPage(
    <Routes>
      <Route path=":id" element={<Page />} />
    </Routes>,
    `/page/${id}`,
  );

interface LineEnding {
  readonly server: FakeServer;
  /** Whose lines they are. */
  readonly resource: Resource;
  readonly lines: readonly { readonly id: string; readonly version: number }[];
  /** The button, and what the server is told. */
  readonly deed: string;
  readonly resolution: string;
  /** What is said of the deed before it is done. */
  readonly told: readonly string[];
  readonly reason: string;
}

/** Ends every line of a group: what that does is shown first, and nothing is done without a reason. */
export async function endEveryLine({ server, resource, lines, deed, resolution, told, reason }: LineEnding) {
  const ended = () => server.inputs(resource, "resolve");
  // The first one ticks every line.
  await page.getByRole("checkbox").first().click();
  await page.getByRole("button", { name: deed, exact: true }).click();
  for (const text of told) await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByText("a second person has to agree", { exact: false })).toBeVisible();
  const end = page.getByRole("button", { name: `${deed}: ${lines.length} lines` });
  await end.click();
  expect(ended()).toEqual([]);
  await page.getByRole("textbox").last().fill(reason);
  await end.click();
  const items = lines.map(({ id, version }) => ({ id, version }));
  await expect.poll(ended).toMatchObject([{ items, resolution, reason }]);
}
