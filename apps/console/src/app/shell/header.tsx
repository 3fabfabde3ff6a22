import { locales } from "@countinghouse/contract/kit/locale.ts";
import { Globe, ListIndentDecrease, Maximize, Menu, Minimize, Rows3, Search, SlidersHorizontal } from "lucide-react";
import { useEffect, useState } from "react";
import { languageNames } from "../../platform/i18n/language.ts";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import { useSystemInfo } from "../../platform/session/system-info.ts";
import { changeSettings, densities, useSettings } from "../../platform/theme/settings.ts";
import { DownloadsButton } from "../downloads/downloads-button.tsx";
import { InboxPip } from "../menu/inbox-count.tsx";
import { TopMenu } from "../menu/top-menu.tsx";
import { NoticeBell } from "../notices/notice-bell.tsx";
import { isPaletteOpen } from "../palette/palette-store.ts";
import { isDrawerOpen } from "../settings/drawer-store.ts";
import { SiteLogo } from "../site-logo.tsx";
import { Breadcrumb } from "./breadcrumb.tsx";
import { MenuButton } from "./floating-menu.tsx";
import { ModeMenu } from "./mode-menu.tsx";
import { shellMessages } from "./shell.messages.ts";
import type { ShellLocation } from "./shell-location.ts";
import { shownKeys } from "./shortcuts.ts";
import type { ShellLayout } from "./use-layout.ts";
import { UserMenu } from "./user-menu.tsx";

interface Props {
  readonly place: ShellLocation;
  readonly layout: ShellLayout;
  readonly onFold: () => void;
}

/** The bar above the page. */
export function Header({ place, layout, onFold }: Props) {
  if (layout === "phone") return <PhoneHeader place={place} onOpenMenu={onFold} />;
  return <WideHeader place={place} layout={layout} onFold={onFold} />;
}

function WideHeader({ place, layout, onFold }: Props) {
  const words = useWords(shellMessages);
  const { isShowLogo, isBreadcrumb, isClassicSplitMenu } = useSettings();
  const isSplit = layout === "classic" && isClassicSplitMenu;
  const hasTopMenu = layout === "transverse" || isSplit;
  return (
    <header className="head">
      {layout === "classic" || layout === "transverse" ? <HeaderBrand hasLogo={isShowLogo} /> : null}
      {layout === "transverse" ? null : (
        <button
          type="button"
          className="ch-icon-btn"
          aria-label={words.fold}
          title={`${words.fold}  [`}
          onClick={onFold}
        >
          <ListIndentDecrease size={18} strokeWidth={1.75} aria-hidden />
        </button>
      )}
      {hasTopMenu ? <TopMenu menu={place.menu} section={place.section} isSplit={isSplit} /> : null}
      {isBreadcrumb && (layout === "columns" || layout === "defaults") ? <Breadcrumb place={place} /> : null}
      {hasTopMenu ? null : <span className="ch-grow" />}
      <button type="button" className="find" onClick={() => isPaletteOpen.set(true)}>
        <Search size={16} aria-hidden />
        <span className="ch-grow ch-cut">{words.search}</span>
        <kbd>{shownKeys("mod+k")}</kbd>
      </button>
      <ModeMenu />
      <DensityMenu />
      <LanguageMenu />
      <DownloadsButton />
      <NoticeBell />
      <SettingsButton />
      <FullScreenButton />
      <UserMenu />
    </header>
  );
}

function PhoneHeader({ place, onOpenMenu }: { readonly place: ShellLocation; readonly onOpenMenu: () => void }) {
  const words = useWords(shellMessages);
  return (
    <header className="head head-phone">
      <button type="button" className="ch-icon-btn" aria-label={words.openMenu} onClick={onOpenMenu}>
        <Menu size={20} aria-hidden />
        <InboxPip />
      </button>
      <span className="phone-title ch-cut ch-grow">{place.title}</span>
      <button type="button" className="ch-icon-btn" aria-label={words.search} onClick={() => isPaletteOpen.set(true)}>
        <Search size={20} aria-hidden />
      </button>
      <DownloadsButton />
      <NoticeBell />
      <UserMenu isPhone />
    </header>
  );
}

function HeaderBrand({ hasLogo }: { readonly hasLogo: boolean }) {
  const { sysTitle } = useSystemInfo();
  return (
    <div className="head-brand">
      {hasLogo ? <SiteLogo size={24} /> : null}
      <span className="ch-cut">{sysTitle}</span>
    </div>
  );
}

function DensityMenu() {
  const words = useWords(shellMessages);
  const density = useSettings((settings) => settings.density);
  const actions = densities.map((one) => ({
    key: one,
    label: words.densities[one],
    isChecked: one === density,
    run: () => changeSettings({ density: one }),
  }));
  return (
    <MenuButton label={words.density} actions={actions}>
      <Rows3 size={18} strokeWidth={1.75} aria-hidden />
    </MenuButton>
  );
}

function LanguageMenu() {
  const words = useWords(shellMessages);
  const current = useLocale();
  const actions = locales.map((locale) => ({
    key: locale,
    label: languageNames[locale],
    isChecked: locale === current,
    run: () => changeSettings({ language: locale }),
  }));
  return (
    <MenuButton label={words.language} actions={actions}>
      <Globe size={18} strokeWidth={1.75} aria-hidden />
    </MenuButton>
  );
}

function SettingsButton() {
  const words = useWords(shellMessages);
  return (
    <button
      type="button"
      className="ch-icon-btn"
      aria-label={words.settings}
      title={words.settings}
      onClick={() => isDrawerOpen.set((open) => !open)}
    >
      <SlidersHorizontal size={18} strokeWidth={1.75} aria-hidden />
    </button>
  );
}

function FullScreenButton() {
  const words = useWords(shellMessages);
  const [isFull, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const label = isFull ? words.leaveFullScreen : words.fullScreen;
  return (
    <button
      type="button"
      className="ch-icon-btn"
      aria-label={label}
      title={label}
      onClick={() => void toggleFullScreen()}
    >
      {isFull ? (
        <Minimize size={18} strokeWidth={1.75} aria-hidden />
      ) : (
        <Maximize size={18} strokeWidth={1.75} aria-hidden />
      )}
    </button>
  );
}

/** Toggles full screen. */
export const toggleFullScreen = (): Promise<void> =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
