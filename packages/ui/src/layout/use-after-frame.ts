import { useDeferredValue } from "react";

/**
 * False while something is drawn for the first time, true right after. What is heavy waits for it, so that a dialog or
 * a drawer answers its click with its frame and no click waits for the rows and inputs inside.
 */
export const useAfterFrame = (): boolean => useDeferredValue(true, false);
