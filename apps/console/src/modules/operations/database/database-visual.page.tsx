import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysDatabaseMessages } from "@countinghouse/contract/operations/database/database.messages.ts";
import type { DatabaseMap } from "@countinghouse/contract/operations/database/database.ts";
import { sysDatabase } from "@countinghouse/contract/operations/database/database.ts";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { FailureState, ForbiddenState } from "@countinghouse/ui/feedback/failure-state.tsx";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { Skeleton } from "antd";
import { Search, X } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { CallError } from "../../../platform/api/call-error.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import "../../../platform/pages/pages.css";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./database.css";
import { TableDrawer } from "./database.drawer.detail.tsx";
import { found } from "./database.facts.policy.ts";
import { TableRows } from "./database.rows.part.tsx";

/** With the graph library, which the view in rows does without. */
const DatabaseGraph = lazyPart(async () => (await import("./database.graph.part.tsx")).DatabaseGraph);

/** The product's tables and what ties them: as a map, or in rows for whoever reads or works that way. */
export function DatabaseVisualPage() {
  const { data, error, isPending, refetch } = useAnswer(sysDatabase, "visual", {});
  if (error instanceof CallError && error.status === 403) return <ForbiddenState />;
  const requestId = error instanceof CallError ? error.requestId : undefined;
  if (data) return <Views map={data} />;
  return (
    <div className="database-main">
      {isPending ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <FailureState failure={{ message: error?.message ?? "", requestId, retry: () => void refetch() }} />
      )}
    </div>
  );
}

/** What the address holds, so that a table can be linked to. */
function useAddress() {
  const [query, setQuery] = useSearchParams();
  const set = (name: "open" | "view", value: string | undefined) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === undefined) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: name === "view" },
    );
  return {
    open: query.get("open") ?? undefined,
    isList: query.get("view") === "list",
    show: (name: string | undefined) => set("open", name),
    view: (isList: boolean) => set("view", isList ? "list" : undefined),
  };
}

function Views({ map }: { readonly map: DatabaseMap }) {
  const { title, text } = useWords(sysDatabaseMessages);
  const address = useAddress();
  const [filter, setFilter] = useState("");
  const wanted = useDeferredValue(filter);
  const shown = useMemo(() => found(map.tables, wanted), [map, wanted]);
  const opened = map.tables.find(({ name }) => name === address.open);
  return (
    <div className={opened ? "database database-open" : "database"}>
      <div className="database-main">
        <header className="ch-page-head database-head">
          <h1>{title}</h1>
          <p className="database-count" role="status">
            {fill(text.shown, { shown: shown.size, total: map.tables.length })}
          </p>
          <span className="ch-grow" />
          <Filter value={filter} onChange={setFilter} />
          <ViewSwitch isList={address.isList} onChange={address.view} />
        </header>
        <div className="ch-card database-card">
          {map.tables.length === 0 && <EmptyState title={text.empty} />}
          {map.tables.length > 0 && shown.size === 0 && (
            <EmptyState
              picture="lens"
              title={text.noneShown}
              action={
                <button type="button" className="ch-btn" onClick={() => setFilter("")}>
                  {text.clearFilter}
                </button>
              }
            />
          )}
          {shown.size > 0 && address.isList && (
            <TableRows map={map} shown={shown} openName={opened?.name} onOpen={address.show} />
          )}
          {shown.size > 0 && !address.isList && (
            <DatabaseGraph map={map} shown={shown} openName={opened?.name} onOpen={address.show} />
          )}
        </div>
      </div>
      {opened && <TableDrawer key={opened.name} table={opened} map={map} onOpen={address.show} />}
    </div>
  );
}

function Filter({ value, onChange }: { readonly value: string; onChange(value: string): void }) {
  const { text } = useWords(sysDatabaseMessages);
  return (
    <label className="ch-input database-filter">
      <Search size={16} aria-hidden="true" />
      <input
        type="search"
        value={value}
        placeholder={text.filter}
        aria-label={text.filter}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== "" && (
        <button type="button" className="ch-icon-btn" aria-label={text.clearFilter} onClick={() => onChange("")}>
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </label>
  );
}

function ViewSwitch({ isList, onChange }: { readonly isList: boolean; onChange(isList: boolean): void }) {
  const { text } = useWords(sysDatabaseMessages);
  const option = (label: string, value: boolean) => (
    <label>
      <input type="radio" name="database-view" checked={isList === value} onChange={() => onChange(value)} />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset className="database-switch">
      <legend className="ch-sr">{text.view}</legend>
      {option(text.map, false)}
      {option(text.list, true)}
    </fieldset>
  );
}
