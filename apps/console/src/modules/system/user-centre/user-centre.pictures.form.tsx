import { AvatarForm } from "./user-centre.crop.detail.tsx";
import { SignatureForm } from "./user-centre.pad.detail.tsx";

/** What is done to a picture: a portrait chosen, a signature drawn or chosen. */
export type PictureDeed = "avatar" | "sign" | "upload";

interface PictureFormProps {
  readonly deed: PictureDeed;
  onClose(): void;
}

/** The dialog of a deed, with what draws and cuts pictures: fetched when the first of them is opened. */
export const PictureForm = ({ deed, onClose }: PictureFormProps) =>
  deed === "sign" ? (
    <SignatureForm onClose={onClose} />
  ) : (
    <AvatarForm operation={deed === "avatar" ? "uploadAvatar" : "uploadSignature"} onClose={onClose} />
  );
