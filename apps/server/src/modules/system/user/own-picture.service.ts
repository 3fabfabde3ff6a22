import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { pictureBytesMax, sysUser } from "@countinghouse/contract/system/user/user.ts";
import { updateRow } from "../../../platform/db/table-operations.ts";
import { type Image, readImage } from "../../../platform/files/image.policy.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { Platform } from "../../../platform/platform.ts";
import { dropPicture, keepPicture } from "../../operations/file/index.ts";

type Picture = "avatar" | "signature";
type Result = ResultOf<(typeof sysUser)["operations"]["uploadAvatar"]>;

const faults = { malformed: "pictureMalformed", tooLarge: "pictureTooLarge", type: "pictureType" } as const;

/** The image of a data URI; refuses bytes that are not those of a raster image. */
function imageOf(uri: string): Image {
  const image = readImage(uri, { types: ["image/png", "image/jpeg", "image/webp"], limitBytes: pictureBytesMax });
  if (typeof image === "string")
    throw refuse(`sysUser.${faults[image]}`, image === "tooLarge" ? { limit: pictureBytesMax / 1024 } : {});
  return image;
}

/** Replaces or removes the caller's picture. */
export const saveOwnPicture =
  (platform: Pick<Platform, "files" | "config">, picture: Picture) =>
  async (ctx: Context, { image }: { readonly image: string | null }): Promise<Result> => {
    const id = ctx.actor.userId;
    const belonging = { relationName: sysUser.name, relationId: String(id), belongId: picture };
    if (image === null) {
      await dropPicture(ctx, belonging);
      await updateRow(ctx, "users", sysUser, { id, [picture]: null });
      return null;
    }
    const fileName = `${ctx.actor.account}-${picture}`;
    const kept = await keepPicture(ctx, platform, imageOf(image), { ...belonging, fileName });
    await updateRow(ctx, "users", sysUser, { id, [picture]: kept.url });
    const { url, suffix, fileBytes, createTime } = kept;
    return { id: kept.id, url, fileName: kept.fileName, suffix, fileBytes, createTime };
  };
