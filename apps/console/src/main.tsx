import "@countinghouse/ui/tokens.css";
import "@countinghouse/ui/theme/base.css";
import "./platform/theme/inter.css";
import { createRoot } from "react-dom/client";
import { Entry } from "./app/entry.tsx";
import { startFeel } from "./app/feel.ts";
import { startI18n, switchLanguage } from "./platform/i18n/i18n.ts";
import { startTheme } from "./platform/theme/apply.ts";
import { followOtherWindows, themeSettings } from "./platform/theme/settings.ts";

async function start(): Promise<void> {
  startTheme();
  startFeel();
  followOtherWindows();
  await startI18n(themeSettings.get().language);
  themeSettings.subscribe(() => void switchLanguage(themeSettings.get().language));
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no root element");
  createRoot(root).render(<Entry />);
}

void start();
