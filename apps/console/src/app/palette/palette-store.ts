import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { ReactNode } from "react";
import { createStore } from "../../platform/state/store.ts";

/** Whether the palette is open. */
export const isPaletteOpen = createStore(false);

/** A result of the palette. */
export interface PaletteItem {
  readonly key: string;
  readonly title: string;
  /** Secondary text: a page's section, a record's kind. */
  readonly detail?: string;
  readonly icon?: ReactNode;
  readonly run: (navigate: (address: string) => void) => void;
  /** Address of a record, remembered among the recent ones. */
  readonly address?: string;
}

/** A provider of further results, such as a search for orders. */
export interface PaletteProvider {
  readonly id: string;
  /** Heading of its results. */
  readonly title: (locale: Locale) => string;
  /** Finds results while the user types; cancelled through the signal. Not called for an empty text. */
  readonly search: (
    text: string,
    context: { readonly locale: Locale; readonly timeZone: string; readonly signal: AbortSignal },
  ) => Promise<readonly PaletteItem[]>;
}

/** Registered providers, in order. */
export const paletteProviders = createStore<readonly PaletteProvider[]>([]);

/** Registers a provider; returns a function that removes it. */
export function registerPaletteProvider(provider: PaletteProvider): () => void {
  paletteProviders.set((known) => [...known.filter((one) => one.id !== provider.id), provider]);
  return () => paletteProviders.set((known) => known.filter((one) => one !== provider));
}

/**
 * Match quality of a title: 0 for none; a prefix is best, then the beginning of a word, then a substring, then its
 * letters in order.
 */
export function fitOf(title: string, typed: string): number {
  const text = title.toLowerCase();
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return 1;
  const at = text.indexOf(wanted);
  if (at === 0) return 100 - text.length / 100;
  if (at > 0) return (/[\s/·-]/.test(text[at - 1] ?? "") ? 80 : 60) - at / 100;
  let from = 0;
  for (const letter of wanted.replace(/\s+/g, "")) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return 0;
  }
  return 20 - text.length / 100;
}
