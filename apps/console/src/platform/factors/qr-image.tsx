import { useEffect, useState } from "react";

/** A QR code as one SVG path. The encoder is loaded on first use. */
export function QrImage({
  text,
  alt,
  size = 200,
}: {
  readonly text: string;
  readonly alt: string;
  readonly size?: number;
}) {
  const [drawn, setDrawn] = useState<{ path: string; modules: number }>();
  useEffect(() => {
    let isWanted = true;
    void drawQr(text).then((qr) => isWanted && setDrawn(qr));
    return () => {
      isWanted = false;
    };
  }, [text]);
  // The quiet zone of four modules and the white background are needed by scanners.
  const edge = drawn ? drawn.modules + 8 : 1;
  return (
    <svg
      className="qr-image"
      role="img"
      aria-label={alt}
      width={size}
      height={size}
      viewBox={`-4 -4 ${edge} ${edge}`}
      shapeRendering="crispEdges"
    >
      {drawn ? <path d={drawn.path} fill="#000000" /> : null}
    </svg>
  );
}

async function drawQr(text: string): Promise<{ path: string; modules: number }> {
  const { default: qrcode } = await import("qrcode-generator");
  const qr = qrcode(0, "M");
  qr.addData(text);
  qr.make();
  const modules = qr.getModuleCount();
  let path = "";
  for (let y = 0; y < modules; y += 1)
    for (let x = 0; x < modules; x += 1) if (qr.isDark(y, x)) path += `M${x} ${y}h1v1h-1z`;
  return { path, modules };
}
