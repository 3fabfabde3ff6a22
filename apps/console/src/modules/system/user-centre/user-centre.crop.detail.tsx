import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { Button, Slider } from "antd";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { FileChoice } from "../../../platform/files/file-choice.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { dataUriOf } from "../../../platform/pickers/data-uri.ts";
import { rereadRights } from "../../../platform/session/reread.ts";
import { type Cut, cutOut } from "./user-centre.cut.detail.ts";
import { userCentreMessages } from "./user-centre.messages.ts";

/** What is kept of a picture, and the frame it is chosen by: a square for a portrait, a strip for a signature. Pixels. */
const kept = {
  uploadAvatar: { width: 256, height: 256, type: "image/jpeg", shape: "round", frame: { width: 240, height: 240 } },
  uploadSignature: { width: 480, height: 160, type: "image/png", shape: "rect", frame: { width: 270, height: 90 } },
} as const;

/** The largest picture that may be chosen: what is sent is cut out of it and small. */
const chosenBytesMax = 20 * 1_048_576;

interface AvatarFormProps {
  readonly operation: keyof typeof kept;
  onClose(): void;
}

/** Chooses a picture and the part of it that is kept: moved by hand or arrow keys, zoomed, turned. */
export function AvatarForm({ operation, onClose }: AvatarFormProps) {
  const words = useWords(userCentreMessages);
  const { actions } = useWords(sysUser);
  const [file, setFile] = useState<File>();
  const [image, setImage] = useState<string>();
  const [isUnread, setUnread] = useState(false);
  const [cut, setCut] = useState<Pick<Cut, "area" | "rotation">>();
  const { attempt, isRunning } = useOperation(sysUser, operation);
  const size = kept[operation];
  const { width, height, type } = size;
  const choose = async (chosen: File) => {
    setFile(chosen);
    setUnread(false);
    setCut(undefined);
    setImage(undefined);
    setImage(await dataUriOf(chosen));
  };
  const save = async () => {
    if (!image || !cut) return;
    if (
      !(await attempt({
        image: await cutOut({ image, ...cut, width, height, type }),
      }))
    )
      return;
    void rereadRights();
    onClose();
  };
  const foot = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button type="primary" loading={isRunning} disabled={!image || !cut || isUnread} onClick={() => void save()}>
        {words.save}
      </Button>
    </>
  );
  return (
    <FormFrame kind="modal" title={actions[operation] ?? ""} foot={foot} onClose={onClose}>
      <FileChoice
        file={file}
        bytesMax={chosenBytesMax}
        accept="image/png,image/jpeg,image/webp"
        onChoose={(chosen) => void choose(chosen)}
      />
      {isUnread ? (
        <p className="ch-field-error" role="alert">
          {words.pictureUnread}
        </p>
      ) : null}
      {image && !isUnread ? (
        <Cropping key={image} image={image} size={size} onCut={setCut} onUnread={() => setUnread(true)} />
      ) : null}
    </FormFrame>
  );
}

interface CroppingProps {
  readonly image: string;
  readonly size: (typeof kept)[keyof typeof kept];
  onCut(cut: Pick<Cut, "area" | "rotation">): void;
  onUnread(): void;
}

/** The picture under the frame that is kept of it. */
function Cropping({ image, size, onCut, onUnread }: CroppingProps) {
  const words = useWords(userCentreMessages);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [rotation, setRotation] = useState(0);
  return (
    <>
      <div className="centre-crop">
        <Cropper
          image={image}
          crop={crop}
          zoom={zoom}
          rotation={rotation}
          aspect={size.width / size.height}
          cropSize={size.frame}
          cropShape={size.shape}
          disableAutomaticStylesInjection
          cropperProps={{ "aria-label": words.cropLabel }}
          mediaProps={{ alt: "", onError: onUnread }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, area) => onCut({ area, rotation })}
        />
      </div>
      <p className="centre-note">{words.cropHint}</p>
      <div className="centre-crop-tools">
        <span>{words.zoom}</span>
        <Slider
          className="ch-grow"
          min={1}
          max={3}
          step={0.1}
          value={zoom}
          onChange={setZoom}
          ariaLabelForHandle={words.zoom}
        />
        <Button
          icon={<RotateCw size={16} aria-hidden="true" />}
          onClick={() => setRotation((before) => (before + 90) % 360)}
        >
          {words.turn}
        </Button>
      </div>
    </>
  );
}
