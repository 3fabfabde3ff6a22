import { themeSettings } from "../platform/theme/settings.ts";

const buttonOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("button, [role='button']") : null;

const isFilled = (button: HTMLElement): boolean =>
  button.matches(".ch-btn-primary, .ch-btn-danger, .ant-btn-variant-solid");

/** Controls that users click fast: pagers and the like (`data-no-guard`), disclosures, toggles and calendar steps. */
const fastOnPurpose =
  "[data-no-guard], [aria-expanded], [aria-pressed], [aria-haspopup], [role='switch'], [role='tab'], .ant-picker-dropdown *";

/** Global button behaviour: no double clicks, and a ripple on filled buttons. */
export function startButtonBehaviour(): void {
  const guardedUntil = new WeakMap<HTMLElement, number>();
  document.addEventListener(
    "click",
    (event) => {
      const button = buttonOf(event.target);
      if (!button || button.matches(fastOnPurpose)) return;
      const now = performance.now();
      if (now < (guardedUntil.get(button) ?? 0)) {
        event.stopPropagation();
        event.preventDefault();
      } else guardedUntil.set(button, now + themeSettings.get().clickGuardTime);
    },
    true,
  );
  document.addEventListener("pointerdown", (event) => {
    const button = buttonOf(event.target);
    if (button && isFilled(button)) ripple(button, event);
  });
}

function ripple(button: HTMLElement, event: PointerEvent): void {
  const box = button.getBoundingClientRect();
  const size = Math.hypot(box.width, box.height) * 2;
  const drop = document.createElement("span");
  drop.className = "ch-ripple";
  drop.setAttribute("aria-hidden", "true");
  Object.assign(drop.style, {
    width: `${size}px`,
    height: `${size}px`,
    left: `${event.clientX - box.left - size / 2}px`,
    top: `${event.clientY - box.top - size / 2}px`,
  });
  button.style.overflow = "hidden";
  button.append(drop);
  drop.addEventListener("animationend", () => drop.remove());
  // Under reduced motion nothing is animated, so no animation end is fired.
  setTimeout(() => drop.remove(), 800);
}
