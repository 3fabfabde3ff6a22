import { useSession } from "../../platform/session/session.ts";
import { productName } from "../../platform/session/system-info.ts";
import { useSettings } from "../../platform/theme/settings.ts";

const tile = { width: 400, height: 200 };

/** Faint text over everything, repeated by the browser, so that no window size leaves a gap. */
export function Watermark() {
  const { isWatermark, watermarkText } = useSettings();
  const said = useSession((session) => session.user?.watermarkText);
  if (!isWatermark) return null;
  return (
    <div
      className="watermark"
      aria-hidden="true"
      style={{ backgroundImage: tileOf(said || watermarkText || productName) }}
    />
  );
}

/** One tile as an image: 12 px text turned by 20 degrees. */
export function tileOf(text: string): string {
  const safe = text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const { width, height } = tile;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="60" y="130" transform="rotate(-20 60 130)" font-family="sans-serif" font-size="12" fill="#c8c8c8" fill-opacity=".3">${safe}</text></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}
