import { useMemo } from "react";
import { useSession } from "../../platform/session/session.ts";
import { productName } from "../../platform/session/system-info.ts";
import { useSettings } from "../../platform/theme/settings.ts";

/** Font size and spacing in CSS pixels. */
const fontSize = 12;
const least = { width: 400, height: 200 };
const margin = 120;
const tilt = (-20 * Math.PI) / 180;

/** Repeated watermark over the page, independent of the window size. */
export function Watermark() {
  const { isWatermark, watermarkText } = useSettings();
  const ofUser = useSession((session) => session.user?.watermarkText);
  const text = ofUser || watermarkText || productName;
  const tile = useMemo(() => (isWatermark ? tileOf(text) : undefined), [isWatermark, text]);
  if (!tile) return null;
  const { image, width, height } = tile;
  return (
    <div
      className="watermark"
      aria-hidden="true"
      style={{ backgroundImage: `url("${image}")`, backgroundSize: `${width}px ${height}px` }}
    />
  );
}

/** One tile at device resolution: 12 px text rotated by 20 degrees. */
export function tileOf(text: string): { readonly image: string; readonly width: number; readonly height: number } {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser draws on no canvas");
  const font = `${fontSize}px sans-serif`;
  pen.font = font;
  const { width: length } = pen.measureText(text);
  const width = Math.max(least.width, Math.ceil(length * Math.cos(tilt)) + margin);
  const height = Math.max(least.height, Math.ceil(length * Math.sin(-tilt)) + margin);
  const ratio = Math.max(1, window.devicePixelRatio);
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  pen.scale(ratio, ratio);
  pen.translate(margin / 2, height - margin / 2);
  pen.rotate(tilt);
  pen.font = font;
  pen.fillStyle = "rgb(200 200 200 / 0.3)";
  pen.fillText(text, 0, 0);
  return { image: canvas.toDataURL(), width, height };
}
