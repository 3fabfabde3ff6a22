import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type Extent, fitted, moved, opening, revealing, type Viewport, zoomed } from "./database.viewport.policy.ts";

type Area = Extent & { readonly x: number; readonly y: number };

/** Pointer travel in px from which a press is a drag and no longer a click. */
const dragFrom = 4;
const keyStep = 64;
const zoomStep = 1.25;

/** How the arrow keys move the map: it goes the other way than what looks at it. */
const steps: ReadonlyMap<string, { readonly x: number; readonly y: number }> = new Map([
  ["ArrowLeft", { x: keyStep, y: 0 }],
  ["ArrowRight", { x: -keyStep, y: 0 }],
  ["ArrowUp", { x: 0, y: keyStep }],
  ["ArrowDown", { x: 0, y: -keyStep }],
]);
const factors: ReadonlyMap<string, number> = new Map([
  ["+", zoomStep],
  ["=", zoomStep],
  ["-", 1 / zoomStep],
]);

export interface MapWindow {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly view: Viewport;
  zoomIn(): void;
  zoomOut(): void;
  showAll(): void;
  /** Brings a part of the map into view: moved as far as is needed, or fitted as a whole. */
  reveal(area: Area): void;
  frame(area: Area): void;
  /** Handlers of the element that shows the map. */
  readonly handlers: {
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
    onPointerCancel(event: PointerEvent): void;
    onClickCapture(event: { stopPropagation(): void }): void;
    onKeyDown(event: KeyboardEvent): void;
  };
}

const extentOf = (element: HTMLElement | null): Extent => ({
  width: element?.clientWidth ?? 0,
  height: element?.clientHeight ?? 0,
});

/** A window onto the map: dragged, pinched, wheeled, or moved and zoomed by keys and buttons. */
export function useMapWindow(map: Extent): MapWindow {
  const ref = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<Viewport>({ x: 0, y: 0, scale: 1 });
  const drag = useDrag(ref, setView);
  useWheel(ref, setView);
  const { width, height } = map;
  useLayoutEffect(() => setView(opening({ width, height }, extentOf(ref.current))), [width, height]);
  const centre = () => {
    const window = extentOf(ref.current);
    return { x: window.width / 2, y: window.height / 2 };
  };
  const zoom = (factor: number) => setView((before) => zoomed(before, factor, centre()));
  const showAll = () => setView(fitted({ width, height }, extentOf(ref.current)));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps.get(event.key);
    const factor = factors.get(event.key);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) setView((before) => moved(before, step.x, step.y));
    else if (factor) zoom(factor);
    else if (event.key === "0") showAll();
    else return;
    event.preventDefault();
  };
  return {
    ref,
    view,
    zoomIn: () => zoom(zoomStep),
    zoomOut: () => zoom(1 / zoomStep),
    showAll,
    reveal: useCallback((area) => setView((before) => revealing(before, area, extentOf(ref.current))), []),
    frame: useCallback((area) => {
      const window = extentOf(ref.current);
      const whole = fitted(area, window);
      setView(moved(whole, -area.x * whole.scale, -area.y * whole.scale));
    }, []),
    handlers: { ...drag, onKeyDown },
  };
}

type SetView = (change: (before: Viewport) => Viewport) => void;

/** One pointer drags; two also zoom, by how far they move apart. */
function useDrag(ref: RefObject<HTMLDivElement | null>, setView: SetView) {
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const travel = useRef(0);
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    if (pointers.current.size === 0) travel.current = 0;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const onPointerMove = (event: PointerEvent) => {
    const last = pointers.current.get(event.pointerId);
    if (!last) return;
    const next = { x: event.clientX, y: event.clientY };
    const [by, other] = [
      { x: next.x - last.x, y: next.y - last.y },
      [...pointers.current].find(([id]) => id !== event.pointerId)?.[1],
    ];
    pointers.current.set(event.pointerId, next);
    travel.current += Math.hypot(by.x, by.y);
    if (travel.current < dragFrom) return;
    // Only now: a captured pointer would take the click away from the table under it.
    if (event.target instanceof Element && !ref.current?.hasPointerCapture(event.pointerId))
      ref.current?.setPointerCapture(event.pointerId);
    if (!other) return setView((before) => moved(before, by.x, by.y));
    const box = ref.current?.getBoundingClientRect();
    const at = { x: other.x - (box?.left ?? 0), y: other.y - (box?.top ?? 0) };
    const apart = (point: { x: number; y: number }) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    setView((before) => moved(zoomed(before, apart(next) / apart(last), at), by.x / 2, by.y / 2));
  };
  const onPointerUp = (event: PointerEvent) => void pointers.current.delete(event.pointerId);
  const onClickCapture = (event: { stopPropagation(): void }) => {
    if (travel.current >= dragFrom) event.stopPropagation();
    travel.current = 0;
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onClickCapture };
}

/** The wheel zooms at the pointer. Listened to by hand, because only then may it keep the page from scrolling. */
function useWheel(ref: RefObject<HTMLDivElement | null>, setView: SetView): void {
  useEffect(() => {
    const element = ref.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element?.getBoundingClientRect();
      const at = { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
      setView((before) => zoomed(before, Math.exp(-Math.max(-200, Math.min(200, lines)) / 400), at));
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [ref, setView]);
}
