import { sysUserMessages } from "@countinghouse/contract/system/user/user.messages.ts";
import { sysUser, type User } from "@countinghouse/contract/system/user/user.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { Button } from "antd";
import { useState } from "react";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useConfirm } from "../../../platform/pages/use-confirm.tsx";
import { rereadRights } from "../../../platform/session/reread.ts";
import { userCentreMessages } from "./user-centre.messages.ts";
import type { PictureDeed } from "./user-centre.pictures.form.tsx";

const PictureForm = lazyPart(async () => (await import("./user-centre.pictures.form.tsx")).PictureForm);

/** One's own portrait and signature: shown, changed and taken away. */
export function OwnPictures({ user }: { readonly user: Pick<User, "avatar" | "signature" | "realName"> }) {
  const words = useWords(userCentreMessages);
  const { fields } = useWords(sysUserMessages);
  const [open, setOpen] = useState<PictureDeed>();
  return (
    <section className="ch-card centre-card">
      <h2>{words.pictures}</h2>
      <div className="centre-pictures">
        <div>
          {user.avatar ? (
            <img className="centre-avatar" src={user.avatar} alt={fields.avatar} />
          ) : (
            <span className="centre-avatar" aria-hidden="true">
              {user.realName.slice(0, 1)}
            </span>
          )}
          <p className="centre-note">{user.avatar ? words.pictureHint : words.noAvatar}</p>
          <div className="centre-line">
            <Button onClick={() => setOpen("avatar")}>{words.changeAvatar}</Button>
            {user.avatar ? <Removal operation="uploadAvatar" question={words.removeAvatar} /> : null}
          </div>
        </div>
        <div>
          {user.signature ? (
            <img className="centre-signature" src={user.signature} alt={fields.signature} />
          ) : (
            <span className="centre-signature">{words.noSignature}</span>
          )}
          <p className="centre-note">{words.pictureHint}</p>
          <div className="centre-line">
            <Button onClick={() => setOpen("sign")}>{words.sign}</Button>
            <Button onClick={() => setOpen("upload")}>{words.uploadSignature}</Button>
            {user.signature ? <Removal operation="uploadSignature" question={words.removeSignature} /> : null}
          </div>
        </div>
      </div>
      {open ? <PictureForm deed={open} onClose={() => setOpen(undefined)} /> : null}
    </section>
  );
}

interface RemovalProps {
  readonly operation: "uploadAvatar" | "uploadSignature";
  readonly question: string;
}

function Removal({ operation, question }: RemovalProps) {
  const words = useWords(userCentreMessages);
  const { attempt, isRunning } = useOperation(sysUser, operation);
  const { ask, dialog } = useConfirm();
  const remove = async () => {
    const isConfirmed = await ask({ title: question, confirm: words.remove, isDangerous: true });
    if (isConfirmed && (await attempt({ image: null }))) void rereadRights();
  };
  return (
    <>
      <Button danger loading={isRunning} onClick={() => void remove()}>
        {words.remove}
      </Button>
      {dialog}
    </>
  );
}
