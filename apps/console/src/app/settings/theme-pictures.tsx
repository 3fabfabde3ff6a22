import type { MenuLayout, ThemeMode } from "../../platform/theme/settings.ts";

const light = { canvas: "#F6F7F9", surface: "#FFFFFF", ink: "#18212D" };
const dark = { canvas: "#0E131A", surface: "#151C25", ink: "#E7ECF2" };

function Half({ x, width, colours }: { readonly x: number; readonly width: number; readonly colours: typeof light }) {
  const inside = width - 28;
  return (
    <g transform={`translate(${x})`}>
      <rect width={width} height="52" fill={colours.canvas} />
      <rect x="8" y="10" width={width - 16} height="32" rx="3" fill={colours.surface} />
      <rect x="14" y="17" width={inside / 2} height="4" rx="2" fill={colours.ink} />
      <rect x="14" y="26" width={inside} height="3" rx="1.5" fill={colours.ink} opacity=".35" />
      <rect x="14" y="33" width={inside * 0.7} height="3" rx="1.5" fill={colours.ink} opacity=".35" />
    </g>
  );
}

/** Preview of a theme, in fixed colours independent of the current one. */
export const ModePicture = ({ mode }: { readonly mode: ThemeMode }) => (
  <svg width="100%" height="52" viewBox="0 0 96 52" preserveAspectRatio="none" aria-hidden="true">
    {mode === "system" ? (
      <>
        <Half x={0} width={48} colours={light} />
        <Half x={48} width={48} colours={dark} />
      </>
    ) : (
      <Half x={0} width={96} colours={mode === "dark" ? dark : light} />
    )}
  </svg>
);

const bars: Readonly<Record<MenuLayout, React.ReactNode>> = {
  columns: (
    <>
      <rect width="12" height="52" fill="var(--nav)" />
      <rect x="12" width="18" height="52" fill="var(--surface)" />
      <rect x="30" width="50" height="9" fill="var(--surface)" />
      <rect x="15" y="14" width="12" height="5" rx="1" fill="var(--selected)" />
    </>
  ),
  defaults: (
    <>
      <rect width="22" height="52" fill="var(--surface)" />
      <rect x="22" width="58" height="9" fill="var(--surface)" />
      <rect x="3" y="14" width="16" height="5" rx="1" fill="var(--selected)" />
    </>
  ),
  classic: (
    <>
      <rect width="80" height="10" fill="var(--surface)" />
      <rect x="3" y="3" width="16" height="4" rx="1" fill="var(--text)" opacity=".55" />
      <rect y="11" width="20" height="41" fill="var(--surface)" />
      <rect x="3" y="16" width="14" height="5" rx="1" fill="var(--selected)" />
    </>
  ),
  transverse: (
    <>
      <rect width="80" height="10" fill="var(--surface)" />
      <rect x="3" y="3" width="12" height="4" rx="1" fill="var(--text)" opacity=".55" />
      <rect x="20" y="2.5" width="12" height="5" rx="1" fill="var(--selected)" />
      <rect x="36" y="3.5" width="9" height="3" rx="1" fill="var(--text)" opacity=".3" />
    </>
  ),
};

/** Preview of a layout. */
export const LayoutPicture = ({ layout }: { readonly layout: MenuLayout }) => (
  <svg width="100%" height="48" viewBox="0 0 80 52" preserveAspectRatio="none" aria-hidden="true">
    <rect width="80" height="52" fill="var(--canvas)" />
    {bars[layout]}
    <rect x="36" y="16" width="38" height="30" rx="2" fill="var(--surface)" stroke="var(--border-subtle)" />
  </svg>
);
