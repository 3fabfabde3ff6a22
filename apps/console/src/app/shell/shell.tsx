import { fill } from "@countinghouse/contract/kit/locale.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { Minimize2, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { useSystemInfo } from "../../platform/session/system-info.ts";
import { useStore } from "../../platform/state/store.ts";
import { useSettings } from "../../platform/theme/settings.ts";
import { homePath } from "../guard.ts";
import { OverlayEnds } from "../loading-overlay.tsx";
import { ColumnsBar } from "../menu/columns-bar.tsx";
import { useFreshInbox } from "../menu/inbox-count.tsx";
import { listedEntries, menuTitle } from "../menu/menu.ts";
import { SideMenu } from "../menu/side-menu.tsx";
import { isPaletteOpen } from "../palette/palette-store.ts";
import { isDrawerOpen } from "../settings/drawer-store.ts";
import { SiteLogo } from "../site-logo.tsx";
import { LivePages } from "../tabs/live-pages.tsx";
import { close, discarding, maximised, tabStore } from "../tabs/tab-store.ts";
import { tabsMessages } from "../tabs/tabs.messages.ts";
import { TagsView } from "../tabs/tags-view.tsx";
import { BackToTop } from "./back-to-top.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { isSheetOpen } from "./sheet-store.ts";
import { shellMessages } from "./shell.messages.ts";
import { type ShellLocation, useShellLocation } from "./shell-location.ts";
import { useShortcuts } from "./shortcuts.ts";
import { Strips } from "./strips.tsx";
import { useHeaderHidden } from "./use-header-hidden.ts";
import { foldMenuAgain, type ShellLayout, useLayout, useMenuFold } from "./use-layout.ts";
import { useKeptTabs, useTabs } from "./use-tabs.ts";
import { accountQuestion } from "./user-menu.tsx";
import "./shell.css";
import "./header.css";
import "./layers.css";
import "../menu/menu.css";
import "../tabs/tabs.css";

/** Frame around the pages. */
export function Shell() {
  const words = useWords(shellMessages);
  const place = useShellLocation();
  const tab = useTabs(place);
  const layout = useLayout();
  const settings = useSettings();
  const isMaximised = useStore(maximised);
  const isHeadGone = useHeaderHidden(place.pathname);
  const kept = useKeptTabs();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { isFolded, toggle } = useMenuFold();
  const fold = () => (layout === "phone" ? setMenuOpen(true) : toggle());
  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere closes the menu.
  useEffect(() => {
    setMenuOpen(false);
    foldMenuAgain();
  }, [place.address]);
  useShellKeys(fold);
  useFreshInbox();
  return (
    <div
      className="shell"
      data-layout={layout}
      data-folded={isFolded ? "" : undefined}
      data-maximised={isMaximised ? "" : undefined}
      data-head-gone={isHeadGone ? "" : undefined}
      data-animation={settings.animation}
    >
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <RoutingBar />
      <Strips />
      {isMaximised ? (
        <LeaveMaximised />
      ) : (
        <Menus place={place} layout={layout} isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      )}
      {isMaximised ? null : <Header place={place} layout={layout} onFold={fold} />}
      {isMaximised || layout === "phone" || !settings.isTagsview ? null : <TagsView />}
      <main id="content" tabIndex={-1}>
        <LivePages tab={tab} path={place.pathname} open={kept} footer={place.page?.meta.isIframe ? null : <Footer />} />
      </main>
      <BackToTop />
      <OnDemand layout={layout} menu={place.menu} />
      <OverlayEnds />
    </div>
  );
}

const SettingsDrawer = lazyPart(async () => (await import("../settings/settings-drawer.tsx")).SettingsDrawer);
const CommandPalette = lazyPart(async () => (await import("../palette/command-palette.tsx")).CommandPalette);
const ShortcutSheet = lazyPart(async () => (await import("./shortcut-sheet.tsx")).ShortcutSheet);
const DiscardQuestion = lazyPart(async () => (await import("../tabs/discard-question.tsx")).DiscardQuestion);
const AccountDialogs = lazyPart(async () => (await import("./account-dialogs.tsx")).AccountDialogs);

/** Parts loaded on demand, without delaying the first page. */
function OnDemand({ layout, menu }: { readonly layout: ShellLayout; readonly menu: readonly SessionMenuNode[] }) {
  const wantsSettings = useStore(isDrawerOpen);
  const wantsPalette = useStore(isPaletteOpen);
  const wantsSheet = useStore(isSheetOpen);
  const wantsDiscard = useStore(discarding) !== undefined;
  const wantsAnswer = useStore(accountQuestion) !== undefined;
  return (
    <>
      {wantsSettings ? <SettingsDrawer layout={layout} /> : null}
      {wantsPalette ? <CommandPalette menu={menu} /> : null}
      {wantsSheet ? <ShortcutSheet /> : null}
      {wantsDiscard ? <DiscardQuestion /> : null}
      {wantsAnswer ? <AccountDialogs /> : null}
    </>
  );
}

function useShellKeys(fold: () => void): void {
  const hasSingleKeys = useSettings((settings) => settings.hasShortcuts);
  const goTo = (index: number) => {
    const link = document.querySelectorAll<HTMLElement>(".tag > a")[index];
    link?.click();
  };
  const jumps = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`alt+${index + 1}`, () => goTo(index)]));
  useShortcuts(
    {
      "mod+k": () => isPaletteOpen.set((open) => !open),
      "[": fold,
      "/": () => isPaletteOpen.set(true),
      "?": () => isSheetOpen.set(true),
      "alt+w": () => {
        const { list, active } = tabStore.get();
        if (!list.find((tab) => tab.key === active)?.isAffix) close(active, "this", homePath);
      },
      escape: () => maximised.set(false),
      ...jumps,
    },
    hasSingleKeys,
  );
}

interface MenusProps {
  readonly place: ShellLocation;
  readonly layout: ShellLayout;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function Menus({ place, layout, isOpen, onClose }: MenusProps) {
  const [preview, setPreview] = useState<SessionMenuNode>();
  const { isFolded, isOver } = useMenuFold();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a preview ends where the user goes.
  useEffect(() => setPreview(undefined), [place.address]);
  if (layout === "phone") return isOpen ? <PhoneMenu place={place} onClose={onClose} /> : null;
  if (layout === "transverse") return null;
  if (layout !== "columns") return <WholeAside place={place} layout={layout} />;
  const leave = () => {
    setPreview(undefined);
    foldMenuAgain();
  };
  const isShown = preview !== undefined || !isFolded;
  return (
    <div className="menus" data-over={isOver ? "" : undefined} onPointerLeave={leave}>
      <ColumnsBar menu={place.menu} section={place.section} hasPreview={isOver} onPreview={setPreview} />
      {isShown ? <SectionAside place={place} section={preview ?? place.section} hasBrand /> : null}
    </div>
  );
}

/** Entries of one section. A section with a single page needs no menu. */
function SectionAside({
  place,
  section,
  hasBrand,
}: {
  readonly place: ShellLocation;
  readonly section: SessionMenuNode | undefined;
  readonly hasBrand: boolean;
}) {
  const words = useWords(shellMessages);
  const locale = useLocale();
  if (!section || listedEntries(section.children).length === 0) return null;
  return (
    <aside className="aside">
      {hasBrand ? <AsideBrand /> : null}
      <SideMenu
        nodes={section.children}
        label={fill(words.sectionMenu, { section: menuTitle(section, locale) })}
        trail={place.trail}
        marked={place.marked}
        hasIcons={false}
        hasCaptions
        isFolded={false}
      />
    </aside>
  );
}

/** All sections in one tree; with a split menu, only those of the current section. */
function WholeAside({ place, layout }: { readonly place: ShellLocation; readonly layout: ShellLayout }) {
  const words = useWords(shellMessages);
  const isClassicSplitMenu = useSettings((settings) => settings.isClassicSplitMenu);
  const { isFolded } = useMenuFold();
  if (layout === "classic" && isClassicSplitMenu) {
    const pages = place.section ? listedEntries(place.section.children) : [];
    return pages.length > 1 && !isFolded ? (
      <SectionAside place={place} section={place.section} hasBrand={false} />
    ) : null;
  }
  if (layout === "classic" && isFolded) return null;
  return (
    <aside className="aside" data-icons={isFolded ? "" : undefined}>
      {layout === "defaults" ? <AsideBrand isSmall={isFolded} hasLogo /> : null}
      <SideMenu
        nodes={place.menu}
        label={words.mainMenu}
        trail={place.trail}
        marked={place.marked}
        hasIcons
        hasCaptions={false}
        isFolded={isFolded}
      />
    </aside>
  );
}

function AsideBrand({ isSmall = false, hasLogo = false }: { readonly isSmall?: boolean; readonly hasLogo?: boolean }) {
  const { sysTitle } = useSystemInfo();
  const isShown = useSettings((settings) => settings.isShowLogo);
  return (
    <div className="aside-brand">
      {hasLogo && isShown ? <SiteLogo size={24} /> : null}
      {isSmall ? null : <span className="ch-cut">{sysTitle}</span>}
    </div>
  );
}

function PhoneMenu({ place, onClose }: { readonly place: ShellLocation; readonly onClose: () => void }) {
  const words = useWords(shellMessages);
  useEffect(() => {
    const key = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [onClose]);
  return (
    <>
      <div className="phone-mask" onPointerDown={onClose} aria-hidden="true" />
      <aside className="aside aside-phone">
        <div className="aside-brand">
          <SiteLogo size={24} />
          <SiteName />
          <button type="button" className="ch-icon-btn" aria-label={words.closeMenu} onClick={onClose}>
            <X size={18} aria-hidden />
          </button>
        </div>
        <SideMenu
          nodes={place.menu}
          label={words.mainMenu}
          trail={place.trail}
          marked={place.marked}
          hasIcons
          hasCaptions={false}
          isFolded={false}
        />
      </aside>
    </>
  );
}

const SiteName = () => <span className="ch-cut ch-grow">{useSystemInfo().sysTitle}</span>;

/** Progress bar on top while a page is loading. */
function RoutingBar() {
  return useNavigation().state === "idle" ? null : <div className="progress" aria-hidden="true" />;
}

function LeaveMaximised() {
  const words = useWords(tabsMessages);
  return (
    <button
      type="button"
      className="leave-maximised"
      aria-label={words.restore}
      title={words.restore}
      onClick={() => maximised.set(false)}
    >
      <Minimize2 size={16} aria-hidden />
    </button>
  );
}
