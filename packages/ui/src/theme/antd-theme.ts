import { theme as antdAlgorithms, type ThemeConfig } from "antd";

/** Reads a design token by its name without dashes: `surface`, `primary-600`. */
export type TokenReader = (name: string) => string;

/** How much air rows and controls have. */
export type Density = "compact" | "normal" | "roomy";

/** The component kit's word for a density. */
export const sizeOf = (density: Density): "small" | "middle" | "large" =>
  density === "compact" ? "small" : density === "roomy" ? "large" : "middle";

/** Reads tokens as the root element shows them now. */
export const tokensOnScreen = (): TokenReader => {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
};

const components = (t: TokenReader): ThemeConfig["components"] => ({
  Table: {
    headerBg: t("subtle"),
    headerColor: t("text-2"),
    headerSplitColor: "transparent",
    headerBorderRadius: 0,
    rowHoverBg: t("hover"),
    rowSelectedBg: t("selected"),
    rowSelectedHoverBg: t("selected"),
    cellPaddingInline: 12,
    cellPaddingInlineMD: 12,
    cellPaddingInlineSM: 12,
    cellPaddingBlock: 13.5,
    cellPaddingBlockMD: 9.5,
    cellPaddingBlockSM: 5.5,
    cellFontSize: 13,
    cellFontSizeMD: 13,
    cellFontSizeSM: 13,
  },
  Button: {
    fontWeight: 500,
    defaultShadow: "none",
    primaryShadow: "none",
    dangerShadow: "none",
    defaultBorderColor: t("control-edge"),
    defaultHoverBg: t("hover"),
    defaultHoverColor: t("text"),
    defaultHoverBorderColor: t("border-control"),
    defaultActiveColor: t("text"),
    defaultActiveBorderColor: t("border-control"),
  },
  Input: { activeShadow: `0 0 0 1px ${t("focus")}, 0 0 0 4px color-mix(in srgb, ${t("focus")} 18%, transparent)` },
  Card: { headerHeight: 48, headerFontSize: 14, bodyPadding: 16 },
  Tabs: { horizontalItemGutter: 24, inkBarColor: t("link"), itemSelectedColor: t("link"), itemHoverColor: t("link") },
  Segmented: { trackBg: t("subtle"), itemSelectedBg: t("surface") },
  Timeline: { tailColor: t("border"), itemPaddingBottom: 12 },
  Modal: { borderRadiusLG: 12 },
  // The selected entry is written in the link colour: the primary colour is too dark on a dark surface.
  Dropdown: { colorPrimary: t("link") },
  Tooltip: { colorBgSpotlight: t("nav"), colorTextLightSolid: "#FFFFFF" },
});

/** What the theme of the component kit depends on besides the tokens. */
interface KitLook {
  readonly isDark: boolean;
  /** Without animations, for users who asked their system for reduced motion. */
  readonly isStill: boolean;
}

/** The component kit's theme, read from the design tokens, so that no colour is written twice. */
export const antdTheme = (t: TokenReader, { isDark, isStill }: KitLook): ThemeConfig => ({
  cssVar: { key: "ch" },
  hashed: false,
  algorithm: isDark ? antdAlgorithms.darkAlgorithm : antdAlgorithms.defaultAlgorithm,
  token: {
    colorPrimary: t("primary"),
    colorPrimaryHover: t("primary-600"),
    colorPrimaryActive: t("primary-700"),
    colorLink: t("link"),
    colorLinkHover: t("link"),
    colorLinkActive: t("link"),
    colorBgLayout: t("canvas"),
    colorBgContainer: t("surface"),
    colorBgElevated: t("surface"),
    colorFillAlter: t("subtle"),
    colorText: t("text"),
    colorTextSecondary: t("text-2"),
    colorTextTertiary: t("text-3"),
    colorTextDescription: t("text-3"),
    colorTextPlaceholder: t("text-3"),
    colorTextDisabled: t("disabled"),
    colorBorder: t("border-control"),
    colorBorderSecondary: t("border-subtle"),
    colorSplit: t("border-subtle"),
    colorBgMask: t("overlay"),
    controlItemBgHover: t("hover"),
    controlItemBgActive: t("selected"),
    controlItemBgActiveHover: t("selected"),
    colorSuccess: t("success-d"),
    colorWarning: t("warning-d"),
    colorError: t("danger-d"),
    colorErrorText: t("danger-t"),
    colorErrorTextHover: t("danger-t"),
    colorInfo: t("info-d"),
    borderRadiusSM: 4,
    borderRadius: 6,
    borderRadiusLG: 8,
    controlHeightSM: 28,
    controlHeight: 32,
    controlHeightLG: 40,
    fontSize: 13,
    fontSizeLG: 14,
    fontFamily: t("font"),
    fontFamilyCode: t("mono"),
    lineWidthFocus: 2,
    boxShadow: t("shadow-dialog"),
    boxShadowSecondary: t("shadow-pop"),
    motion: !isStill,
    motionDurationFast: "0.09s",
    motionDurationMid: "0.12s",
    motionDurationSlow: "0.18s",
  },
  components: components(t) ?? {},
});
