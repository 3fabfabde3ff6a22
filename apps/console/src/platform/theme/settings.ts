import { defaultLocale, type Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Density } from "@countinghouse/ui/theme/antd-theme.ts";
import { isHexColour, normalHex } from "@countinghouse/ui/theme/colour.ts";
import { canBePrimary, defaultPrimary } from "@countinghouse/ui/theme/ladder.ts";
import { isLocale } from "../i18n/language.ts";
import { localMemory, onOtherWindow } from "../state/local.ts";
import { createStore, useStore } from "../state/store.ts";

export const layouts = ["columns", "defaults", "classic", "transverse"] as const;
export const modes = ["light", "dark", "system"] as const;
export const animations = ["none", "fade", "slide"] as const;
export const tagsStyles = ["flat", "card", "curved"] as const;
export const timeZones = ["local", "UTC"] as const;
export const densities = ["compact", "normal", "roomy"] as const satisfies readonly Density[];

export type MenuLayout = (typeof layouts)[number];
export type ThemeMode = (typeof modes)[number];

/** How the console looks and behaves for one person on one machine. Colours left null are the theme's own. */
export interface ThemeSettings {
  readonly primary: string;
  readonly mode: ThemeMode;
  readonly isHighContrast: boolean;
  readonly isGrayscale: boolean;
  readonly isInvert: boolean;
  readonly language: Locale;
  /** Zone instants are shown in: this device's, or UTC. */
  readonly timeZone: (typeof timeZones)[number];
  readonly density: Density;
  readonly layout: MenuLayout;
  readonly topBar: string | null;
  readonly menuBar: string | null;
  readonly columnsMenuBar: string | null;
  readonly columnsMenuWidth: number;
  readonly columnsMenuHeight: number;
  readonly columnsLogoHeight: number;
  readonly columnsAsideStyle: "round" | "card";
  readonly columnsAsideLayout: "vertical" | "horizontal";
  readonly isColumnsMenuHoverPreload: boolean;
  readonly isCollapse: boolean;
  readonly isUniqueOpened: boolean;
  readonly isClassicSplitMenu: boolean;
  readonly isFixedHeader: boolean;
  readonly isShowLogo: boolean;
  readonly isBreadcrumb: boolean;
  readonly isBreadcrumbIcon: boolean;
  readonly isTagsview: boolean;
  readonly isTagsviewIcon: boolean;
  readonly isCacheTagsView: boolean;
  readonly isSortableTagsView: boolean;
  readonly isShareTagsView: boolean;
  readonly tagsStyle: (typeof tagsStyles)[number];
  readonly animation: (typeof animations)[number];
  readonly isFooter: boolean;
  readonly isWatermark: boolean;
  /** Shown when the server names no text for the user; empty means the product's name. */
  readonly watermarkText: string;
  readonly isLockScreen: boolean;
  /** Seconds without input until the screen locks. */
  readonly lockScreenTime: number;
  readonly hasShortcuts: boolean;
  /** Milliseconds for which a button that was clicked takes no second click: a double click is one wish. */
  readonly clickGuardTime: number;
}

export const defaultSettings: ThemeSettings = {
  primary: defaultPrimary,
  mode: "system",
  isHighContrast: false,
  isGrayscale: false,
  isInvert: false,
  language: defaultLocale,
  timeZone: "local",
  density: "normal",
  layout: "columns",
  topBar: null,
  menuBar: null,
  columnsMenuBar: null,
  columnsMenuWidth: 76,
  columnsMenuHeight: 56,
  columnsLogoHeight: 50,
  columnsAsideStyle: "round",
  columnsAsideLayout: "vertical",
  isColumnsMenuHoverPreload: false,
  isCollapse: false,
  isUniqueOpened: true,
  isClassicSplitMenu: false,
  isFixedHeader: true,
  isShowLogo: true,
  isBreadcrumb: true,
  isBreadcrumbIcon: false,
  isTagsview: true,
  isTagsviewIcon: false,
  isCacheTagsView: true,
  isSortableTagsView: true,
  isShareTagsView: true,
  tagsStyle: "flat",
  animation: "fade",
  isFooter: true,
  isWatermark: true,
  watermarkText: "",
  isLockScreen: false,
  lockScreenTime: 300,
  hasShortcuts: true,
  clickGuardTime: 500,
};

const within = (least: number, most: number) => (value: unknown) =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
const among = (values: readonly unknown[]) => (value: unknown) => values.includes(value);
const colourOrNone = (value: unknown) => value === null || (typeof value === "string" && isHexColour(value));

const rules: Partial<Record<keyof ThemeSettings, (value: unknown) => boolean>> = {
  primary: (value) => typeof value === "string" && isHexColour(value) && canBePrimary(value),
  mode: among(modes),
  language: isLocale,
  timeZone: among(timeZones),
  density: among(densities),
  layout: among(layouts),
  topBar: colourOrNone,
  menuBar: colourOrNone,
  columnsMenuBar: colourOrNone,
  columnsMenuWidth: within(64, 120),
  columnsMenuHeight: within(44, 72),
  columnsLogoHeight: within(40, 64),
  columnsAsideStyle: among(["round", "card"]),
  columnsAsideLayout: among(["vertical", "horizontal"]),
  tagsStyle: among(tagsStyles),
  animation: among(animations),
  watermarkText: (value) => typeof value === "string" && value.length <= 64,
  lockScreenTime: within(30, 86_400),
  clickGuardTime: within(0, 2_000),
};

/** Takes what can be used of stored or pasted settings; anything else keeps its default. */
export function settingsFrom(stored: unknown): ThemeSettings {
  if (typeof stored !== "object" || stored === null) return defaultSettings;
  const taken = Object.entries(stored).filter(([name, value]) => {
    if (!(name in defaultSettings)) return false;
    const key = name as keyof ThemeSettings;
    const rule = rules[key];
    return rule ? rule(value) : typeof value === typeof defaultSettings[key];
  });
  const settings = { ...defaultSettings, ...Object.fromEntries(taken) };
  return { ...settings, primary: normalHex(settings.primary) };
}

const key = "theme";

/** The settings in use. Read before the first paint, kept on every change, followed by other windows. */
export const themeSettings = createStore<ThemeSettings>(settingsFrom(localMemory.read(key)));

/** Changes some settings and keeps them. A value that cannot be used is left as it was. */
export function changeSettings(change: Partial<ThemeSettings>): void {
  themeSettings.set((previous) => settingsFrom({ ...previous, ...change }));
  localMemory.write(key, themeSettings.get());
}

/**
 * Goes back to the defaults of the look. The language stays: whoever asks for the look's defaults still has to read
 * what it says. Nothing else that is remembered is touched.
 */
export function restoreSettings(): void {
  const { language } = themeSettings.get();
  localMemory.write(key, { language });
  themeSettings.set({ ...defaultSettings, language });
}

/** Follows what another window of the console sets. */
export const followOtherWindows = (): (() => void) =>
  onOtherWindow(key, () => themeSettings.set(settingsFrom(localMemory.read(key))));

/** The settings, or one thing of them, followed. */
export function useSettings(): ThemeSettings;
export function useSettings<S>(select: (settings: ThemeSettings) => S): S;
export function useSettings<S>(
  select: (settings: ThemeSettings) => S | ThemeSettings = (settings) => settings,
): S | ThemeSettings {
  return useStore(themeSettings, select);
}
