import { fill, type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { useAfterFrame } from "@countinghouse/ui/layout/use-after-frame.ts";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { languageNames } from "../../platform/i18n/language.ts";
import { useWords } from "../../platform/i18n/use-words.ts";
import { useStore } from "../../platform/state/store.ts";
import {
  animations,
  changeSettings,
  densities,
  layouts,
  modes,
  restoreSettings,
  tagsStyles,
  themeSettings,
  useSettings,
} from "../../platform/theme/settings.ts";
import { copyText } from "../copy-text.ts";
import type { ShellLayout } from "../shell/use-layout.ts";
import { isDrawerOpen } from "./drawer-store.ts";
import { PrimaryColour } from "./primary-colour.tsx";
import { BarColourRow, ChoiceRow, FlagRow, NumberRow, Section, Thumbs } from "./setting-rows.tsx";
import { settingsMessages } from "./settings.messages.ts";
import { LayoutPicture, ModePicture } from "./theme-pictures.tsx";
import "./settings.css";

/** Appearance settings, without a mask so that changes are visible on the page behind. */
export const SettingsDrawer = ({ layout }: { readonly layout: ShellLayout }) =>
  useStore(isDrawerOpen) ? <Drawer layout={layout} /> : null;

const close = (): void => isDrawerOpen.set(false);

function Drawer({ layout }: { readonly layout: ShellLayout }) {
  const words = useWords(settingsMessages);
  const drawer = useRef<HTMLDivElement>(null);
  const areRowsDue = useAfterFrame();
  useEffect(() => {
    const before = document.activeElement;
    drawer.current?.focus();
    const key = (event: KeyboardEvent) => event.key === "Escape" && close();
    window.addEventListener("keydown", key);
    return () => {
      window.removeEventListener("keydown", key);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div className="settings" ref={drawer} tabIndex={-1} role="dialog" aria-label={words.title}>
      <div className="set-head">
        <h2>{words.title}</h2>
        <button type="button" className="ch-icon-btn" aria-label={words.close} onClick={close}>
          <X size={16} aria-hidden />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard. */}
      <section className="set-body" tabIndex={0} aria-label={words.title}>
        {areRowsDue ? (
          <>
            <LookSections />
            <MenuSections layout={layout} />
            <InterfaceSection layout={layout} />
            <OtherSection />
          </>
        ) : null}
      </section>
      <DrawerFooter />
    </div>
  );
}

function LookSections() {
  const words = useWords(settingsMessages);
  const { mode, layout, density } = useSettings();
  return (
    <>
      <Section title={words.theme}>
        <Thumbs
          name="mode"
          label={words.theme}
          value={mode}
          options={modes.map((one) => [one, words.modes[one], <ModePicture key={one} mode={one} />])}
          onChange={(next) => changeSettings({ mode: next })}
        />
      </Section>
      <Section title={words.primary}>
        <PrimaryColour />
      </Section>
      <Section title={words.layout}>
        <Thumbs
          name="layout"
          label={words.layout}
          value={layout}
          options={layouts.map((one) => [one, words.layouts[one], <LayoutPicture key={one} layout={one} />])}
          onChange={(next) => changeSettings({ layout: next })}
        />
      </Section>
      <Section title={words.density}>
        <div role="radiogroup" aria-label={words.density} className="set-segments">
          {densities.map((one) => (
            <label key={one} data-on={one === density ? "" : undefined}>
              <input
                type="radio"
                className="ch-sr"
                name="density"
                checked={one === density}
                onChange={() => changeSettings({ density: one })}
              />
              {words.densities[one]}
            </label>
          ))}
        </div>
      </Section>
    </>
  );
}

function MenuSections({ layout }: { readonly layout: ShellLayout }) {
  const words = useWords(settingsMessages);
  const { columnsAsideStyle, columnsAsideLayout } = useSettings();
  const isColumns = layout === "columns";
  return (
    <>
      <Section title={words.bars}>
        <BarColourRow name="columnsMenuBar" token="--nav" isOff={!isColumns} />
        <BarColourRow name="menuBar" token="--aside-bg" isOff={layout === "transverse"} />
        <BarColourRow name="topBar" token="--head-bg" isOff={false} />
        <FlagRow name="isCollapse" />
        <FlagRow name="isUniqueOpened" />
        <FlagRow name="isClassicSplitMenu" note={layout === "classic" ? undefined : words.layouts.classic} />
      </Section>
      {isColumns ? (
        <Section title={words.columns}>
          <NumberRow name="columnsMenuWidth" least={64} most={120} unit="px" />
          <NumberRow name="columnsMenuHeight" least={44} most={72} unit="px" />
          <NumberRow name="columnsLogoHeight" least={40} most={64} unit="px" />
          <ChoiceRow
            label={words.columnsAsideStyle}
            value={columnsAsideStyle}
            options={[
              ["round", words.asideStyles.round],
              ["card", words.asideStyles.card],
            ]}
            onChange={(next) => changeSettings({ columnsAsideStyle: next })}
          />
          <ChoiceRow
            label={words.columnsAsideLayout}
            value={columnsAsideLayout}
            options={[
              ["vertical", words.asideLayouts.vertical],
              ["horizontal", words.asideLayouts.horizontal],
            ]}
            onChange={(next) => changeSettings({ columnsAsideLayout: next })}
          />
          <FlagRow name="isColumnsMenuHoverPreload" />
        </Section>
      ) : null}
    </>
  );
}

function InterfaceSection({ layout }: { readonly layout: ShellLayout }) {
  const words = useWords(settingsMessages);
  const { tagsStyle, animation, isWatermark, watermarkText } = useSettings();
  const hasCrumb = layout === "columns" || layout === "defaults";
  const crumbNote = hasCrumb ? undefined : `${words.layouts.columns} / ${words.layouts.defaults}`;
  return (
    <Section title={words.interface}>
      <FlagRow name="isFixedHeader" />
      <FlagRow name="isShowLogo" />
      <FlagRow name="isBreadcrumb" note={crumbNote} />
      <FlagRow name="isBreadcrumbIcon" note={crumbNote} />
      <FlagRow name="isTagsview" />
      <FlagRow name="isTagsviewIcon" />
      <FlagRow name="isCacheTagsView" />
      <FlagRow name="isSortableTagsView" />
      <FlagRow name="isShareTagsView" />
      <ChoiceRow
        label={words.tagsStyle}
        value={tagsStyle}
        options={tagsStyles.map((one) => [one, words.tagsStyles[one]] as const)}
        onChange={(next) => changeSettings({ tagsStyle: next })}
      />
      <ChoiceRow
        label={words.animation}
        value={animation}
        options={animations.map((one) => [one, words.animations[one]] as const)}
        onChange={(next) => changeSettings({ animation: next })}
      />
      <FlagRow name="isFooter" />
      <FlagRow name="isWatermark" />
      {isWatermark ? (
        <label className="set-row">
          <span>{words.watermarkText}</span>
          <input
            className="set-text"
            value={watermarkText}
            maxLength={64}
            onChange={(event) => changeSettings({ watermarkText: event.target.value })}
          />
        </label>
      ) : null}
    </Section>
  );
}

function OtherSection() {
  const words = useWords(settingsMessages);
  const { language, timeZone, isLockScreen } = useSettings();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Section title={words.other}>
      <ChoiceRow<Locale>
        label={words.language}
        value={language}
        options={locales.map((one) => [one, languageNames[one]] as const)}
        onChange={(next) => changeSettings({ language: next })}
      />
      <ChoiceRow
        label={words.timeZone}
        value={timeZone}
        options={[
          ["local", fill(words.timeZones.local, { zone })],
          ["UTC", words.timeZones.utc],
        ]}
        onChange={(next) => changeSettings({ timeZone: next })}
      />
      <FlagRow name="isLockScreen" />
      {isLockScreen ? <NumberRow name="lockScreenTime" least={30} most={86_400} unit="s" /> : null}
      <FlagRow name="hasShortcuts" />
      <NumberRow name="clickGuardTime" least={0} most={2000} unit="ms" />
      <FlagRow name="isHighContrast" />
      <FlagRow name="isGrayscale" />
      <FlagRow name="isInvert" />
    </Section>
  );
}

function DrawerFooter() {
  const words = useWords(settingsMessages);
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => {
    setCopied(await copyText(JSON.stringify(themeSettings.get(), null, 2)));
    setTimeout(() => setCopied(undefined), 2_000);
  };
  return (
    <div className="set-foot">
      <button type="button" className="ch-btn" onClick={() => void copy()}>
        <span role="status">{copied === undefined ? words.copy : copied ? words.copied : words.copyFailed}</span>
      </button>
      <button type="button" className="ch-btn" onClick={restoreSettings}>
        {words.restore}
      </button>
    </div>
  );
}
