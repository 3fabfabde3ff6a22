import { useSyncExternalStore } from "react";

/** Languages of the kit. */
export type UiLocale = "en" | "zh-cn" | "zh-tw";

/** The reader's settings for the kit. */
export interface UiSettings {
  readonly locale: UiLocale;
  /** IANA name of the zone instants are shown in. */
  readonly timeZone: string;
}

/** Cache time of the device's zone in ms: reading it is slow, and every displayed time needs it. */
const zoneKeptMs = 10_000;
let zone = { name: "", until: 0 };

/** The zone of the reader's own device. */
export function deviceTimeZone(): string {
  const now = performance.now();
  if (now >= zone.until)
    zone = { name: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC", until: now + zoneKeptMs };
  return zone.name;
}

function localeOf(tag: string): UiLocale {
  const lower = tag.toLowerCase();
  if (/^zh-(tw|hk|mo|hant)/.test(lower)) return "zh-tw";
  return lower.startsWith("en") ? "en" : "zh-cn";
}

const subscribers = new Set<() => void>();
let observer: MutationObserver | undefined;

function subscribe(notify: () => void): () => void {
  subscribers.add(notify);
  observer ??= new MutationObserver(() => {
    for (const each of subscribers) each();
  });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["lang", "data-time-zone"] });
  return () => {
    subscribers.delete(notify);
    if (subscribers.size === 0) observer?.disconnect();
  };
}

/** The reader's language, from `<html lang>`, so that it always matches what assistive technology is told. */
export const useUiLocale = (): UiLocale =>
  useSyncExternalStore(
    subscribe,
    () => localeOf(document.documentElement.lang),
    () => "zh-cn",
  );

/** The zone instants are shown in: `<html data-time-zone>`, or the device's own. */
export const useTimeZone = (): string =>
  useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.timeZone || deviceTimeZone(),
    () => "UTC",
  );

/** Language and zone of the reader. */
export const useUiSettings = (): UiSettings => ({ locale: useUiLocale(), timeZone: useTimeZone() });
