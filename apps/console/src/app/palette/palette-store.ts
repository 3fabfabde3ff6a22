import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { ReactNode } from "react";
import { createStore } from "../../platform/state/store.ts";

/** Whether the palette is on screen. */
export const isPaletteOpen = createStore(false);

/** One line of the palette. */
export interface PaletteItem {
  readonly key: string;
  readonly title: string;
  /** Said after the title in a quieter tone: where a page stands, what a record is. */
  readonly detail?: string;
  readonly icon?: ReactNode;
  readonly run: (navigate: (address: string) => void) => void;
  /** Where it leads, of a record: kept among those that were opened last. */
  readonly address?: string;
}

/** A source of lines beyond pages and actions, such as a search for orders. */
export interface PaletteProvider {
  readonly id: string;
  /** Heading of its group. */
  readonly title: (locale: Locale) => string;
  /** Answers what fits; called as the user types, and given up through the signal. Nothing is asked for an empty text. */
  readonly search: (
    text: string,
    context: { readonly locale: Locale; readonly timeZone: string; readonly signal: AbortSignal },
  ) => Promise<readonly PaletteItem[]>;
}

/** The registered sources, in the order of their registration. */
export const paletteProviders = createStore<readonly PaletteProvider[]>([]);

/** Adds a source to the palette; returns the way to take it out again. */
export function registerPaletteProvider(provider: PaletteProvider): () => void {
  paletteProviders.set((known) => [...known.filter((one) => one.id !== provider.id), provider]);
  return () => paletteProviders.set((known) => known.filter((one) => one !== provider));
}

/**
 * How well a title fits what was typed: 0 not at all; the whole text at the beginning is best, then at the beginning
 * of a word, then inside, then its letters in order.
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
