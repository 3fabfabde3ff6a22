import "@countinghouse/ui/tokens.css";
import "@countinghouse/ui/theme/base.css";
import "./platform/theme/inter.css";
import { createRoot } from "react-dom/client";
import { startButtonBehaviour } from "./app/button-behaviour.ts";
import { Entry } from "./app/entry.tsx";
import { switchLanguage } from "./platform/i18n/language.ts";
import { startTheme } from "./platform/theme/apply.ts";
import { followOtherWindows, themeSettings } from "./platform/theme/settings.ts";

function start(): void {
  startTheme();
  startButtonBehaviour();
  followOtherWindows();
  switchLanguage(themeSettings.get().language);
  themeSettings.subscribe(() => switchLanguage(themeSettings.get().language));
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no root element");
  createRoot(root).render(<Entry />);
}

start();
