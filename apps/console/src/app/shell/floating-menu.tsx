import { Check } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

/** An entry of a floating menu. */
export interface MenuAction {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Set on choices: whether this one is selected. */
  readonly isChecked?: boolean;
  readonly isDisabled?: boolean;
  readonly hint?: string;
  /** Starts a new group. */
  readonly isFirstOfGroup?: boolean;
  readonly run: () => void;
}

/** Anchor of a menu: an element, or a point of the window. */
export type MenuAnchor = { readonly element: HTMLElement } | { readonly x: number; readonly y: number };

interface FloatingProps {
  readonly anchor: MenuAnchor;
  readonly label: string;
  readonly actions: readonly MenuAction[];
  /** Shown above the actions. */
  readonly heading?: ReactNode;
  readonly onClose: () => void;
}

/** A menu in the top layer with arrow keys; Esc and a click outside close it, and the focus is restored. */
export function FloatingMenu({ anchor, label, actions, heading, onClose }: FloatingProps) {
  const layer = useRef<HTMLDivElement>(null);
  useFloating(layer, anchor, onClose);
  useEffect(() => focusItem(layer.current, 0), []);
  const keys = (event: KeyboardEvent) => {
    const items = itemsOf(layer.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === "Tab") return onClose();
    if (to === undefined) return typeAhead(event, items, at);
    event.preventDefault();
    focusItem(layer.current, (to + items.length) % items.length);
  };
  return (
    <div popover="auto" ref={layer} className="ch-pop menu-pop">
      {heading}
      <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={keys}>
        {actions.map((action) => (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the state is given to radio items only, which have it.
          <button
            key={action.key}
            type="button"
            role={action.isChecked === undefined ? "menuitem" : "menuitemradio"}
            aria-checked={action.isChecked}
            aria-disabled={action.isDisabled || undefined}
            aria-label={action.hint ? action.label : undefined}
            aria-keyshortcuts={action.hint?.replace(" ", "+")}
            data-group={action.isFirstOfGroup ? "" : undefined}
            tabIndex={-1}
            onClick={() => {
              if (action.isDisabled) return;
              onClose();
              action.run();
            }}
          >
            <span className="menu-icon">{action.isChecked ? <Check size={14} aria-hidden /> : action.icon}</span>
            <span className="ch-grow">{action.label}</span>
            {action.hint ? <kbd>{action.hint}</kbd> : null}
          </button>
        ))}
      </div>
    </div>
  );
}

const itemsOf = (layer: HTMLElement | null): HTMLElement[] =>
  layer ? [...layer.querySelectorAll<HTMLElement>("[role^='menuitem']:not([aria-disabled])")] : [];

const focusItem = (layer: HTMLElement | null, index: number): void => itemsOf(layer)[index]?.focus();

function typeAhead(event: KeyboardEvent, items: readonly HTMLElement[], at: number): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.key === " ") return;
  const inOrder = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  inOrder.find((item) => item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
}

/** Opens a layer at its anchor within the window, and reports when the browser closed it. */
export function useFloating(layer: RefObject<HTMLElement | null>, anchor: MenuAnchor, onClose: () => void): void {
  const closing = useRef(onClose);
  closing.current = onClose;
  useLayoutEffect(() => {
    const pop = layer.current;
    if (!pop) return;
    const before = document.activeElement;
    pop.showPopover();
    place(pop, anchor);
    const toggled = (event: Event) => {
      if ((event as ToggleEvent).newState === "closed") closing.current();
    };
    pop.addEventListener("toggle", toggled);
    return () => {
      pop.removeEventListener("toggle", toggled);
      if (pop.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    };
  }, [layer, anchor]);
}

const gap = 4;
const margin = 8;

function place(pop: HTMLElement, anchor: MenuAnchor): void {
  const { width, height } = pop.getBoundingClientRect();
  const box = "element" in anchor ? anchor.element.getBoundingClientRect() : undefined;
  const fromPoint = "x" in anchor ? anchor : { x: 0, y: 0 };
  const wantedLeft = box ? (box.left + width > window.innerWidth - margin ? box.right - width : box.left) : fromPoint.x;
  const below = box ? box.bottom + gap : fromPoint.y;
  const above = (box ? box.top - gap : fromPoint.y) - height;
  const top = below + height > window.innerHeight - margin && above > margin ? above : below;
  pop.style.left = `${Math.max(margin, Math.min(wantedLeft, window.innerWidth - width - margin))}px`;
  pop.style.top = `${Math.max(margin, Math.min(top, window.innerHeight - height - margin))}px`;
}

interface ButtonProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
  readonly actions: readonly MenuAction[];
  readonly heading?: ReactNode;
}

/** A button with a menu. */
export function MenuButton({ label, className = "ch-icon-btn", children, actions, heading }: ButtonProps) {
  const [anchor, setAnchor] = useState<MenuAnchor>();
  const id = useId();
  return (
    <>
      <button
        type="button"
        id={id}
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor ? undefined : { element: event.currentTarget })}
      >
        {children}
      </button>
      {anchor ? (
        <FloatingMenu
          anchor={anchor}
          label={label}
          actions={actions}
          heading={heading}
          onClose={() => setAnchor(undefined)}
        />
      ) : null}
    </>
  );
}
