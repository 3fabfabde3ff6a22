import { createHash } from "node:crypto";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { appLogoLimitBytes, type coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { readImage } from "../../../platform/files/image.policy.ts";
import type { Context } from "../../../platform/http/context.ts";
import { logoOfApp, removeLogo, saveLogo } from "./brand.store.ts";
import { findApp, lockApp } from "./coin-app.store.ts";

type Operations = typeof coinApp.operations;

const faults = { malformed: "logoMalformed", tooLarge: "logoTooLarge", type: "logoType" } as const;

export async function setLogo(ctx: Context, { id, logo }: InputOf<Operations["setLogo"]>): Promise<null> {
  const app = await lockApp(ctx, id);
  if (!logo) {
    await removeLogo(ctx, id);
    return null;
  }
  const types = ["image/png", "image/jpeg", "image/webp"] as const;
  const image = readImage(logo, { types, limitBytes: appLogoLimitBytes });
  if (typeof image === "string") {
    const code = `coinApp.${faults[image]}`;
    throw refuse(code, { limit: appLogoLimitBytes / 1024 }, { fields: [{ field: "logo", message: code }] });
  }
  const checksum = createHash("sha256").update(image.content).digest("hex");
  const { contentType, content } = image;
  await saveLogo(ctx, app, { contentType, content, checksum });
  return null;
}

export async function readLogo(ctx: Context, { id }: { readonly id: string }): Promise<string | null> {
  await findApp(ctx, id);
  const logo = await logoOfApp(ctx, id);
  return logo ? `data:${logo.contentType};base64,${logo.content.toString("base64")}` : null;
}
