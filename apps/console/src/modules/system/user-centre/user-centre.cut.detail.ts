/** A part of a picture and what is made of it. Areas are pixels of the turned picture. */
export interface Cut {
  /** A data URI. */
  readonly image: string;
  readonly area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Degrees, clockwise. */
  readonly rotation: number;
  /** Pixels of what is made. */
  readonly width: number;
  readonly height: number;
  readonly type: "image/jpeg" | "image/png";
}

async function loaded(uri: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = uri;
  await picture.decode();
  return picture;
}

/** The bounds of a picture that is turned about its middle. */
export function turnedBounds({ width, height }: { width: number; height: number }, degrees: number) {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  return { width: cos * width + sin * height, height: sin * width + cos * height };
}

/** Cuts a part out of a picture, at the size that is kept, as a data URI. What a camera wrote into the file stays behind. */
export async function cutOut({ image, area, rotation, width, height, type }: Cut): Promise<string> {
  const picture = await loaded(image);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const brush = canvas.getContext("2d");
  if (!brush) throw new Error("this browser draws no pictures");
  if (type === "image/jpeg") {
    brush.fillStyle = "#ffffff";
    brush.fillRect(0, 0, width, height);
  }
  const bounds = turnedBounds(picture, rotation);
  brush.imageSmoothingQuality = "high";
  brush.scale(width / area.width, height / area.height);
  brush.translate(bounds.width / 2 - area.x, bounds.height / 2 - area.y);
  brush.rotate((rotation * Math.PI) / 180);
  brush.drawImage(picture, -picture.width / 2, -picture.height / 2);
  return canvas.toDataURL(type, 0.9);
}
