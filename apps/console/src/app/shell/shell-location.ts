import { useMemo } from "react";
import { useLocation, useMatches } from "react-router";
import { titleIn, useLocale, useWords } from "../../platform/i18n/use-words.ts";
import { type SessionMenuNode, useSession } from "../../platform/session/session.ts";
import { errorMessages } from "../errors/errors.messages.ts";
import { forbiddenPath } from "../guard.ts";
import { forRoles, markedOf, menuTitle, trailOf } from "../menu/menu.ts";
import { withGroups } from "../menu/menu-groups.ts";
import type { RouteFacts } from "../routes/routes.tsx";

/** The user's location: route, menu path and highlighted entry. */
export interface ShellLocation {
  readonly pathname: string;
  readonly address: string;
  readonly page: SessionMenuNode | undefined;
  readonly pattern: string;
  readonly title: string;
  readonly menu: readonly SessionMenuNode[];
  readonly trail: readonly SessionMenuNode[];
  readonly marked: SessionMenuNode | undefined;
  /** First-level entry of the page. */
  readonly section: SessionMenuNode | undefined;
}

/** The menu for this user's roles. */
export function useMenu(): readonly SessionMenuNode[] {
  const menu = useSession((session) => session.menu);
  const roles = useSession((session) => session.user?.roleIds);
  return useMemo(() => withGroups(forRoles(menu, roles ?? [])), [menu, roles]);
}

/** Tracks the user's location. */
export function useShellLocation(): ShellLocation {
  const { pathname, search, hash } = useLocation();
  const matches = useMatches();
  const locale = useLocale();
  const lost = useWords(errorMessages);
  const menu = useMenu();
  const { handle, loaderData } = matches.at(-1) ?? {};
  const facts = handle as RouteFacts | undefined;
  const lostTitle = loaderData === true || facts?.pattern === forbiddenPath ? lost.noRightTitle : lost.notFoundTitle;
  return useMemo(() => {
    const trail = trailOf(menu, pathname);
    const marked = markedOf(menu, pathname);
    const markedTrail = marked?.path ? trailOf(menu, marked.path) : [];
    // The route was created with an earlier menu; its texts may have been reloaded since.
    const page = facts?.page && (trail.at(-1)?.path === facts.page.path ? trail.at(-1) : facts.page);
    const named = new URLSearchParams(search).get("tagsViewName");
    const title = titleIn(named, locale) || (page ? menuTitle(page, locale) : lostTitle);
    return {
      pathname,
      address: pathname + search + hash,
      page,
      pattern: facts?.pattern ?? "*",
      title,
      menu,
      trail: trail.length > 0 ? trail : markedTrail,
      marked,
      section: trail[0] ?? markedTrail[0],
    };
  }, [facts, hash, locale, lostTitle, menu, pathname, search]);
}
