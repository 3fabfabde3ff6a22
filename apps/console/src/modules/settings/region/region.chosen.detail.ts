import { useSearchParams } from "react-router";

/** The region that was chosen in the tree: the address holds it. */
export function useChosenRegion() {
  const [query, setQuery] = useSearchParams();
  return {
    chosen: query.get("node") ? Number(query.get("node")) : undefined,
    choose: (id: number | undefined) => {
      const next = new URLSearchParams(query);
      next.delete("page");
      next.delete("cursor");
      if (id === undefined) next.delete("node");
      else next.set("node", String(id));
      setQuery(next);
    },
  };
}
