import type { sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from "react-router";
import { remote } from "../../platform/api/client.ts";
import { storedTokens } from "../../platform/api/tokens.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { LostPage, NoRightPage } from "../errors/lost-pages.tsx";
import { forbiddenPath, guardDecisionFor, homePath } from "../guard.ts";
import { OverlayStays } from "../loading-overlay.tsx";
import { forRoles, isExternal, listedEntries, pagesOf, targetOf } from "../menu/menu.ts";
import { Shell } from "../shell/shell.tsx";
import { hiddenPages, userCentrePath } from "./hidden-pages.ts";
import { PageView } from "./page-view.tsx";

const menus = remote<typeof sysMenu>("sysMenu");

/** Data of a matched route for breadcrumb, title and tab. */
export interface RouteFacts {
  readonly page?: SessionMenuNode;
  /** The address as the menu writes it, with its `:segments`. */
  readonly pattern: string;
}

/** Builds a user's routes from the menu tree and the pages without a menu entry. */
export function routesFrom(menu: readonly SessionMenuNode[], roles: readonly number[]): RouteObject[] {
  const seen = forRoles(menu, roles);
  const open = uniqueByPath([...pagesOf(seen), ...hiddenPages]);
  const openPaths = new Set(open.map((page) => page.path));
  const start = openPaths.has(homePath) ? homePath : (firstOf(seen) ?? userCentrePath);
  const closed = pagesOf(menu).filter((page) => !openPaths.has(page.path));
  return [
    {
      path: "/",
      element: <Shell />,
      loader: guard,
      shouldRevalidate: () => true,
      hydrateFallbackElement: <OverlayStays />,
      children: [
        { index: true, loader: () => redirect(start) },
        // Users without the home page start on their first page, and links to home lead there.
        ...(start === homePath ? [] : [{ path: homePath, loader: () => redirect(start) }]),
        ...open.map((page) => pageRoute(page)),
        ...directoryRoutes(seen, openPaths),
        ...closed.map((page) => ({ path: page.path ?? "", element: <NoRightPage />, handle: factsOf(page) })),
        { path: forbiddenPath, element: <NoRightPage />, handle: { pattern: forbiddenPath } },
        { path: "*", loader: isForbidden, element: <LostPage />, handle: { pattern: "*" } },
      ],
    },
  ];
}

const factsOf = (page: SessionMenuNode): RouteFacts => ({ page, pattern: page.path ?? "" });

const pageRoute = (page: SessionMenuNode): RouteObject => ({
  path: page.path ?? "",
  element: <PageView page={page} />,
  handle: factsOf(page),
});

function uniqueByPath(pages: readonly SessionMenuNode[]): readonly SessionMenuNode[] {
  const byPath = new Map<string, SessionMenuNode>();
  for (const page of pages) if (page.path?.startsWith("/") && !byPath.has(page.path)) byPath.set(page.path, page);
  return [...byPath.values()];
}

const firstOf = (menu: readonly SessionMenuNode[]): string | undefined =>
  listedEntries(menu)
    .filter((node) => !isExternal(node))
    .map(targetOf)
    .find((target) => target !== undefined);

/** A directory has no page: its address redirects to its redirect or its first page. */
function directoryRoutes(menu: readonly SessionMenuNode[], taken: ReadonlySet<string | null>): RouteObject[] {
  return menu.flatMap((node) => {
    const below = directoryRoutes(node.children, taken);
    const target = targetOf(node);
    if (!node.path?.startsWith("/") || taken.has(node.path) || !target || target === node.path) return below;
    return [{ path: node.path, loader: () => redirect(target) }, ...below];
  });
}

/** Runs before every page: without a token it redirects to the sign-in document. */
function guard({ request }: LoaderFunctionArgs) {
  const passage = guardDecisionFor(new URL(request.url), storedTokens() !== undefined);
  if (passage.kind === "shell") return null;
  if (passage.kind === "redirect" && !passage.forget) throw redirect(passage.to);
  window.location.reload();
  // The document is being replaced; nothing is rendered meanwhile.
  return new Promise<null>(() => {});
}

/**
 * Whether an address without a page for this user is a page of this installation. If unknown, it counts as not found.
 */
const isForbidden = ({ request }: LoaderFunctionArgs): Promise<boolean> =>
  menus("hasPage", { path: new URL(request.url).pathname }, { method: "GET", passive: true }).catch(() => false);

/** The router of one signed-in user. */
export const createRouter = (menu: readonly SessionMenuNode[], roles: readonly number[]) =>
  createBrowserRouter(routesFrom(menu, roles));
