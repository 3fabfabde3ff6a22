import { useEffect } from "react";
import { useLocation } from "react-router";
import { createStore } from "../state/store.ts";

/** What the page in front calls itself: the shell shows it on the page's tab. */
export const pageName = createStore<{ readonly pathname: string; readonly name: string } | undefined>(undefined);

/** Names the page after the record it shows, once that is known. */
export function usePageName(name: string | undefined): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (name) pageName.set({ pathname, name });
  }, [name, pathname]);
}
