import { fill } from "@countinghouse/contract/kit/locale.ts";
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical, X } from "lucide-react";
import { Fragment, useEffect, useRef, useState } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { WidgetFrame } from "./home.card.detail.tsx";
import { type DragHandle, useDrag } from "./home.drag.hook.ts";
import {
  type MoveDirection,
  moveTo,
  placeOf,
  presets,
  stepFrom,
  type WidgetLayout,
  type WidgetPlace,
  withoutWidget,
} from "./home.layout.policy.ts";
import { homeMessages } from "./home.messages.ts";
import type { Widget } from "./widgets/index.ts";

interface BoardProps {
  readonly layout: WidgetLayout;
  readonly widgets: readonly Widget[];
  /** Present while the layout is being edited. */
  readonly edit?: { onChange(layout: WidgetLayout): void; onRemoved(id: string): void; announce(text: string): void };
}

/** The widgets in their zones. While editing, each carries a bar with which it is dragged, moved step by step, or removed. */
export function HomeBoard({ layout, widgets, edit }: BoardProps) {
  const words = useWords(homeMessages);
  const board = useRef<HTMLDivElement>(null);
  const known = new Map<string, Widget>(widgets.map((widget) => [widget.id, widget]));
  const place = (id: string, to: WidgetPlace): void => {
    const next = moveTo(layout, id, to);
    const { zone, index } = placeOf(next, id) ?? to;
    edit?.onChange(next);
    edit?.announce(
      fill(words.moved, {
        name: words.widgets[id as Widget["id"]],
        zone: zoneName(words, next, zone),
        place: index + 1,
        count: next.zones[zone]?.length ?? 0,
      }),
    );
  };
  const { drag, handleOf } = useDrag(board, place);
  const { step, stepAside } = useSteps(layout, place);
  return (
    <div ref={board} className="home-board" data-preset={layout.preset} data-editing={edit ? "" : undefined}>
      {layout.zones.map((ids, zone) => {
        const dropAt = drag?.place?.zone === zone ? drag.place.index : undefined;
        const others = ids.filter((id) => id !== drag?.id);
        return (
          <div
            key={zoneKey(layout, zone)}
            className="home-zone"
            data-zone={zoneKey(layout, zone)}
            data-alone={(!edit && isAlone(layout, zone)) || undefined}
          >
            {edit && <p className="home-zone-name">{zoneName(words, layout, zone)}</p>}
            {ids.map((id) => {
              const widget = known.get(id);
              if (!widget) return null;
              const isBeforeDrop = dropAt !== undefined && others[dropAt] === id;
              return (
                <Fragment key={id}>
                  {isBeforeDrop && <hr className="home-drop" />}
                  <PlacedWidget
                    widget={widget}
                    isDragged={drag?.id === id}
                    bar={
                      edit && {
                        handle: handleOf(id),
                        canStep: (direction) => stepAside(id, direction) !== undefined,
                        onStep: (direction) => step(id, direction),
                        onRemove: () => {
                          edit.onChange(withoutWidget(layout, id));
                          edit.onRemoved(id);
                          edit.announce(fill(words.removed, { name: words.widgets[widget.id] }));
                        },
                      }
                    }
                  />
                </Fragment>
              );
            })}
            {dropAt === others.length && <hr className="home-drop" />}
            {edit && ids.length === 0 && <p className="home-zone-empty">{words.emptyZone}</p>}
          </div>
        );
      })}
    </div>
  );
}

/** Whether a column is the only one with something in it, and so may take the whole width. */
const isAlone = (layout: WidgetLayout, zone: number): boolean =>
  layout.zones.every((ids, other) => other === zone || ids.length === 0 || zoneKey(layout, other) === "top");

const zoneKey = ({ preset }: WidgetLayout, zone: number) => presets[preset][zone] ?? "single";

const zoneName = (words: (typeof homeMessages)["en"], layout: WidgetLayout, zone: number): string =>
  words.zones[zoneKey(layout, zone)];

/** Moves by buttons. Going to another zone draws the widget anew, so the focus is carried over to the same button. */
function useSteps(layout: WidgetLayout, place: (id: string, to: WidgetPlace) => void) {
  const [stepped, setStepped] = useState<{ readonly id: string; readonly direction: MoveDirection }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button is there once the new layout is drawn.
  useEffect(() => {
    if (!stepped) return;
    const bar = document.querySelector(`[data-item="${CSS.escape(stepped.id)}"]`);
    bar?.querySelector<HTMLElement>(`[data-step="${stepped.direction}"]`)?.focus();
  }, [stepped, layout]);
  const stepAside = (id: string, direction: MoveDirection): WidgetPlace | undefined => {
    const from = placeOf(layout, id);
    return from && stepFrom(layout, from, direction);
  };
  const step = (id: string, direction: MoveDirection): void => {
    const to = stepAside(id, direction);
    if (!to) return;
    setStepped({ id, direction });
    place(id, to);
  };
  return { step, stepAside };
}

interface Bar {
  readonly handle: DragHandle;
  canStep(direction: MoveDirection): boolean;
  onStep(direction: MoveDirection): void;
  onRemove(): void;
}

interface PlacedProps {
  readonly widget: Widget;
  readonly isDragged: boolean;
  readonly bar: Bar | undefined;
}

/** While editing, a widget shows what it looks like but does nothing: a slip of the mouse must not finish an entry. */
function PlacedWidget({ widget: { id, Content }, isDragged, bar }: PlacedProps) {
  const words = useWords(homeMessages);
  const title = words.widgets[id];
  return (
    <div className="home-widget" data-item={id} data-dragged={isDragged || undefined}>
      {bar && <EditBar name={title} bar={bar} />}
      <div className="home-widget-body" inert={bar !== undefined}>
        <WidgetFrame title={title}>
          <Content />
        </WidgetFrame>
      </div>
    </div>
  );
}

const steps = [
  ["left", ArrowLeft, "moveLeft"],
  ["up", ArrowUp, "moveUp"],
  ["down", ArrowDown, "moveDown"],
  ["right", ArrowRight, "moveRight"],
] as const;

function EditBar({ name, bar }: { readonly name: string; readonly bar: Bar }) {
  const words = useWords(homeMessages);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of buttons about one widget, not a set of form fields.
    <div className="home-edit-bar" role="group" aria-label={name}>
      <span className="home-grip" title={fill(words.drag, { name })} {...bar.handle}>
        <GripVertical size={16} aria-hidden />
        <span className="ch-cut">{name}</span>
      </span>
      {steps.map(([direction, Icon, label]) => (
        <button
          key={direction}
          type="button"
          className="ch-icon-btn"
          data-step={direction}
          aria-label={fill(words[label], { name })}
          title={fill(words[label], { name })}
          // Stays focusable at the edge, so that the focus is not lost on the way.
          aria-disabled={!bar.canStep(direction)}
          onClick={() => bar.onStep(direction)}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
      <button
        type="button"
        className="ch-icon-btn"
        aria-label={fill(words.remove, { name })}
        title={fill(words.remove, { name })}
        onClick={bar.onRemove}
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}
