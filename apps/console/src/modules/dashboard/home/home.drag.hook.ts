import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { dropPlace, type ScreenPoint, type ZoneBoxes } from "./home.drag.policy.ts";
import type { WidgetPlace } from "./home.layout.policy.ts";

/** Pixels a pointer travels before pressing counts as dragging. */
const threshold = 4;
/** Within this distance of the window's edge the page scrolls along, this far each time. */
const edge = 56;
const scrollStep = 12;

/** What is being dragged, and where it would go. */
export interface WidgetDrag {
  readonly id: string;
  readonly place: WidgetPlace | undefined;
}

interface PressedWidget {
  readonly id: string;
  readonly start: ScreenPoint;
  readonly pointer: number;
  at: ScreenPoint;
  isMoving: boolean;
}

export interface DragHandle {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
}

/**
 * Dragging by mouse, pen or finger inside `board`, whose zones carry `data-zone` and whose movable parts carry
 * `data-item`. Escape lets go without a change. Whatever uses this also offers buttons that do the same.
 */
export function useDrag(
  board: RefObject<HTMLElement | null>,
  onDrop: (id: string, place: WidgetPlace) => void,
): { readonly drag: WidgetDrag | undefined; readonly handleOf: (id: string) => DragHandle } {
  const [pressed, setPressed] = useState<PressedWidget>();
  const [drag, setDrag] = useState<WidgetDrag>();
  const drop = useRef(onDrop);
  drop.current = onDrop;

  useEffect(() => {
    if (!pressed) return;
    const end = (): void => {
      setPressed(undefined);
      setDrag(undefined);
    };
    const look = (): WidgetPlace | undefined => dropPlace(pressed.at, boxesOf(board.current, pressed.id));
    const move = (event: globalThis.PointerEvent): void => {
      if (event.pointerId !== pressed.pointer) return;
      pressed.at = { x: event.clientX, y: event.clientY };
      const { x, y } = pressed.start;
      pressed.isMoving ||= Math.hypot(event.clientX - x, event.clientY - y) >= threshold;
      if (pressed.isMoving) setDrag({ id: pressed.id, place: look() });
    };
    const release = (event: globalThis.PointerEvent): void => {
      if (event.pointerId !== pressed.pointer) return;
      const place = pressed.isMoving ? look() : undefined;
      end();
      if (place) drop.current(pressed.id, place);
    };
    const letGo = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      end();
    };
    const scrolling = setInterval(() => {
      if (pressed.isMoving) scrollAlong(board.current, pressed.at.y);
    }, 16);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", release);
    window.addEventListener("pointercancel", end);
    window.addEventListener("keydown", letGo, true);
    return () => {
      clearInterval(scrolling);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", release);
      window.removeEventListener("pointercancel", end);
      window.removeEventListener("keydown", letGo, true);
    };
  }, [pressed, board]);

  const handleOf = (id: string): DragHandle => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      const at = { x: event.clientX, y: event.clientY };
      setPressed({ id, start: at, at, pointer: event.pointerId, isMoving: false });
    },
  });
  return { drag, handleOf };
}

function boxesOf(board: HTMLElement | null, dragged: string): ZoneBoxes[] {
  return [...(board?.querySelectorAll<HTMLElement>("[data-zone]") ?? [])].map((zone) => {
    const items = [...zone.querySelectorAll<HTMLElement>("[data-item]")].filter(
      (item) => item.dataset.item !== dragged,
    );
    const { left, right, top, bottom } = zone.getBoundingClientRect();
    return { left, right, top, bottom, items: items.map((item) => item.getBoundingClientRect()) };
  });
}

function scrollAlong(board: HTMLElement | null, y: number): void {
  const step = y < edge ? -scrollStep : y > window.innerHeight - edge ? scrollStep : 0;
  if (step !== 0) scrollerOf(board)?.scrollBy(0, step);
}

function scrollerOf(element: HTMLElement | null): Element | null {
  for (let above = element?.parentElement; above; above = above.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(above).overflowY)) return above;
  }
  return document.scrollingElement;
}
