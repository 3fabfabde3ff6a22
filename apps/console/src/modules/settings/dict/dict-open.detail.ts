import { createContext } from "react";

/** The dictionary whose items are shown. */
export interface OpenDictionary {
  readonly id: number;
  readonly isBuiltIn: boolean;
}

/** Tells the forms of items to which dictionary an item belongs. */
export const OpenDictionaryContext = createContext<OpenDictionary>({ id: 0, isBuiltIn: true });
