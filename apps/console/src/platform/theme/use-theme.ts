import { antdTheme, tokensOnScreen } from "@countinghouse/ui/theme/antd-theme.ts";
import type { ThemeConfig } from "antd";
import { useMemo } from "react";
import { useStore } from "../state/store.ts";
import { shownTheme } from "./apply.ts";

/** The component kit's theme for what is on screen. */
export function useAntdTheme(): ThemeConfig {
  const { isDark, isStill, revision } = useStore(shownTheme);
  // The tokens are read from the document, which the revision stands for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  return useMemo(() => antdTheme(tokensOnScreen(), { isDark, isStill }), [isDark, isStill, revision]);
}
