import { fill } from "@countinghouse/contract/kit/locale.ts";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { LayoutGrid, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import "../../../platform/pages/pages.css";
import { UnsavedGuard } from "../../../platform/pages/unsaved-guard.tsx";
import { nameOfShop, useOwnMerchant } from "../../../platform/session/session.ts";
import { HomeBoard } from "./home.board.detail.tsx";
import "./home.balances.css";
import "./home.css";
import "./home.editing.css";
import "./home.figures.css";
import "./home.schedule.css";
import "./home.widgets.css";
import {
  isSameLayout,
  placeOf,
  presetNames,
  presets,
  type WidgetLayout,
  withPreset,
  withWidget,
} from "./home.layout.policy.ts";
import { type HomeLayout, useHomeLayout } from "./home.layout.store.ts";
import { homeMessages } from "./home.messages.ts";
import { PeriodChoice } from "./home.period.part.tsx";
import { Waiting } from "./home.waiting.part.tsx";
import type { Widget } from "./widgets/index.ts";

/** The page everyone starts on: widgets, arranged by each reader and kept on the server. */
export function HomePage() {
  const words = useWords(homeMessages);
  const home = useHomeLayout();
  const own = useOwnMerchant();
  const locale = useLocale();
  const seesFigures = useMay()("coinOrder:page");
  const [draft, setDraft] = useState<WidgetLayout>();
  const editButton = useRef<HTMLButtonElement>(null);
  const isEnding = useRef(false);
  useEffect(() => {
    if (draft || !isEnding.current) return;
    isEnding.current = false;
    editButton.current?.focus();
  }, [draft]);
  const end = (): void => {
    isEnding.current = true;
    setDraft(undefined);
  };
  if (draft) return <Editing home={home} draft={draft} onChange={setDraft} onEnd={end} />;
  return (
    <div className="ch-page home">
      <div className="ch-page-head">
        <h1>{own ? nameOfShop(own, locale) : words.title}</h1>
        <Waiting />
        <span className="ch-grow" />
        {seesFigures && <PeriodChoice />}
        {home.isReady && (
          <button ref={editButton} type="button" className="ch-btn" onClick={() => setDraft(home.layout)}>
            <LayoutGrid size={16} aria-hidden />
            {words.edit}
          </button>
        )}
      </div>
      {home.isReady && <HomeBoard layout={home.layout} widgets={home.offered} />}
      {home.isReady && home.layout.zones.every((ids) => ids.length === 0) && (
        <EmptyState title={words.nothingShown} hint={words.nothingShownHint} />
      )}
    </div>
  );
}

interface EditingProps {
  readonly home: HomeLayout;
  readonly draft: WidgetLayout;
  onChange(draft: WidgetLayout): void;
  onEnd(): void;
}

function Editing({ home, draft, onChange, onEnd }: EditingProps) {
  const words = useWords(homeMessages);
  const [said, announce] = useState("");
  const carryFocus = useCarriedFocus(draft);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isSaved, setIsSaved] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const save = async (): Promise<void> => {
    if (!(await home.save(draft))) return;
    setIsSaved(true);
    toast.success(words.saved);
    onEnd();
  };
  const restore = (): void => {
    onChange(home.standard);
    announce(words.restored);
  };
  return (
    <div className="ch-page home">
      <UnsavedGuard isDirty={!isSaved && !isSameLayout(draft, home.layout)} />
      <div className="ch-page-head home-editing-head">
        <h1 ref={heading} tabIndex={-1}>
          {words.editing}
        </h1>
        <span className="ch-grow" />
        <button type="button" className="ch-btn ch-btn-text" onClick={restore}>
          {words.restore}
        </button>
        <button type="button" className="ch-btn" onClick={onEnd}>
          {words.cancel}
        </button>
        <button type="button" className="ch-btn ch-btn-primary" disabled={home.isSaving} onClick={() => void save()}>
          {words.save}
        </button>
      </div>
      <div className="home-editing">
        <HomeBoard
          layout={draft}
          widgets={home.offered}
          edit={{ onChange, onRemoved: (id) => carryFocus(`[data-add="${id}"]`), announce }}
        />
        <Choices
          draft={draft}
          offered={home.offered}
          onChange={onChange}
          onAdded={(id) => carryFocus(`[data-item="${id}"] [data-step="up"]`)}
          announce={announce}
        />
      </div>
      <p className="ch-sr" role="status">
        {said}
      </p>
    </div>
  );
}

/** Moves the focus to what takes the place of a button that goes away, once the new layout is drawn. */
function useCarriedFocus(draft: WidgetLayout): (selector: string) => void {
  const [target, setTarget] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the target is there once the layout is drawn.
  useEffect(() => {
    if (!target) return;
    document.querySelector<HTMLElement>(target)?.focus();
    setTarget(undefined);
  }, [target, draft]);
  return setTarget;
}

interface ChoicesProps {
  readonly draft: WidgetLayout;
  readonly offered: readonly Widget[];
  onChange(draft: WidgetLayout): void;
  onAdded(id: string): void;
  announce(text: string): void;
}

/** Beside the board: how the page is divided, and the widgets that are not on it. */
function Choices({ draft, offered, onChange, onAdded, announce }: ChoicesProps) {
  const words = useWords(homeMessages);
  const hidden = offered.filter(({ id }) => placeOf(draft, id) === undefined);
  const add = (widget: Widget): void => {
    const next = withWidget(draft, widget);
    const zone = presets[next.preset][placeOf(next, widget.id)?.zone ?? 0] ?? "single";
    onChange(next);
    onAdded(widget.id);
    announce(fill(words.added, { name: words.widgets[widget.id], zone: words.zones[zone] }));
  };
  return (
    <aside className="home-choices-panel">
      <fieldset className="home-presets">
        <legend>{words.preset}</legend>
        {presetNames.map((preset) => (
          <label key={preset}>
            <input
              type="radio"
              name="home-preset"
              checked={draft.preset === preset}
              onChange={() => onChange(withPreset(draft, preset, offered))}
            />
            <span className="home-preset" data-preset={preset} aria-hidden="true">
              {presets[preset].map((zone) => (
                <i key={zone} />
              ))}
            </span>
            {words.presets[preset]}
          </label>
        ))}
      </fieldset>
      <h2>{words.hidden}</h2>
      {hidden.length === 0 && <p className="home-quiet">{words.allShown}</p>}
      <ul className="home-hidden">
        {hidden.map((widget) => (
          <li key={widget.id}>
            <widget.icon size={18} strokeWidth={1.75} aria-hidden />
            <span className="ch-grow">
              <strong>{words.widgets[widget.id]}</strong>
              <small>{words.purposes[widget.id]}</small>
            </span>
            <button
              type="button"
              className="ch-icon-btn"
              data-add={widget.id}
              aria-label={fill(words.add, { name: words.widgets[widget.id] })}
              onClick={() => add(widget)}
            >
              <Plus size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}
