import { contrast } from "@countinghouse/ui/theme/colour.ts";
import { defaultPrimary, ladderSteps, primaryColours } from "@countinghouse/ui/theme/ladder.ts";
import { createStore } from "../state/store.ts";
import { type ThemeSettings, themeSettings } from "./settings.ts";

const systemIsDark = (): MediaQueryList => window.matchMedia("(prefers-color-scheme: dark)");
const systemWantsContrast = (): MediaQueryList => window.matchMedia("(prefers-contrast: more)");
const systemWantsStillness = (): MediaQueryList => window.matchMedia("(prefers-reduced-motion: reduce)");

/** What is on screen after settings and system are weighed; `revision` moves whenever a token may have changed. */
export interface ShownTheme {
  readonly isDark: boolean;
  /** Whether nothing is animated, as the system asks. */
  readonly isStill: boolean;
  readonly revision: number;
}

export const shownTheme = createStore<ShownTheme>({
  isDark: false,
  isStill: systemWantsStillness().matches,
  revision: 0,
});

/** Whether settings and system together ask for the dark theme. */
export const wantsDark = (settings: ThemeSettings): boolean =>
  settings.mode === "dark" || (settings.mode === "system" && systemIsDark().matches);

/** Puts the settings on the root element now, and again whenever they or the system change. */
export function startTheme(): void {
  apply();
  themeSettings.subscribe(apply);
  systemIsDark().addEventListener("change", apply);
  systemWantsContrast().addEventListener("change", apply);
  systemWantsStillness().addEventListener("change", apply);
}

function apply(): void {
  const settings = themeSettings.get();
  const isDark = wantsDark(settings);
  const root = document.documentElement;
  root.dataset.theme = isDark ? "dark" : "light";
  root.dataset.density = settings.density;
  if (settings.timeZone === "local") delete root.dataset.timeZone;
  else root.dataset.timeZone = settings.timeZone;
  root.toggleAttribute("data-gray", settings.isGrayscale);
  root.toggleAttribute("data-invert", settings.isInvert);
  if (settings.isHighContrast || systemWantsContrast().matches) root.dataset.contrast = "high";
  else delete root.dataset.contrast;
  const wanted = { ...measures(settings), ...primary(settings.primary, isDark), ...barColours(settings) };
  for (const name of owned) {
    const value = wanted[name];
    if (value === undefined) root.style.removeProperty(name);
    else root.style.setProperty(name, value);
  }
  // Re-drawing the component kit's theme is dear: folding the menu must not cost it.
  const isStill = systemWantsStillness().matches;
  const signature = [isDark, isStill, root.dataset.contrast, settings.primary, settings.language].join();
  if (signature !== lastSignature) shownTheme.set(({ revision }) => ({ isDark, isStill, revision: revision + 1 }));
  lastSignature = signature;
}

let lastSignature = "";

type Variables = Partial<Record<string, string>>;

/** Every variable this file may set, so that going back to a default also removes it. */
const owned = [
  ...ladderSteps.map((step) => (step === 500 ? "--primary" : `--primary-${step}`)),
  ...["link", "focus", "selected", "primary-edge", "bar", "c1", "col-w", "col-item", "logo-h"].map(
    (name) => `--${name}`,
  ),
  ...["head-bg", "head-text", "head-muted", "aside-bg", "aside-text", "aside-strong", "aside-hover"].map(
    (name) => `--${name}`,
  ),
  ...["nav", "nav-text", "nav-muted", "nav-active", "nav-bar"].map((name) => `--${name}`),
];

const measures = (settings: ThemeSettings): Variables => ({
  "--col-w": `${settings.columnsMenuWidth}px`,
  "--col-item": `${settings.columnsMenuHeight}px`,
  "--logo-h": `${settings.columnsLogoHeight}px`,
});

function primary(colour: string, isDark: boolean): Variables {
  if (colour === defaultPrimary) return {};
  const { ladder, link, focus, selected, edge } = primaryColours(colour, isDark ? "dark" : "light");
  const steps = ladderSteps.map((step) => [step === 500 ? "--primary" : `--primary-${step}`, ladder[step]]);
  const high = document.documentElement.dataset.contrast === "high";
  return {
    ...Object.fromEntries(steps),
    ...(high ? {} : { "--link": link, "--focus": focus }),
    "--selected": selected,
    "--primary-edge": edge,
    "--bar": isDark ? ladder[500] : ladder[300],
    "--c1": isDark ? ladder[400] : ladder[500],
    "--nav-active": ladder[isDark ? 900 : 800],
    "--nav-bar": ladder[300],
  };
}

const white = "#FFFFFF";
const ink = "#18212D";

/** Text on a painted bar is white or ink, whichever reads better: one of the two always reaches 4.5. */
const textOn = (ground: string): string => (contrast(white, ground) >= contrast(ink, ground) ? white : ink);

function barColours({ topBar, menuBar, columnsMenuBar }: ThemeSettings): Variables {
  const bars: Variables = {};
  if (topBar)
    Object.assign(bars, { "--head-bg": topBar, "--head-text": textOn(topBar), "--head-muted": textOn(topBar) });
  if (menuBar) {
    const text = textOn(menuBar);
    const hover = `color-mix(in srgb, ${text} 9%, transparent)`;
    Object.assign(bars, {
      "--aside-bg": menuBar,
      "--aside-text": text,
      "--aside-strong": text,
      "--aside-hover": hover,
    });
  }
  if (columnsMenuBar) {
    const text = textOn(columnsMenuBar);
    const active = `color-mix(in srgb, ${text} 16%, ${columnsMenuBar})`;
    Object.assign(bars, {
      "--nav": columnsMenuBar,
      "--nav-text": text,
      "--nav-muted": text,
      "--nav-active": active,
      "--nav-bar": text,
    });
  }
  return bars;
}
