import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { Button, Segmented, Slider } from "antd";
import { useEffect, useRef, useState } from "react";
import SignaturePad from "signature_pad";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { userCentreMessages } from "./user-centre.messages.ts";

const pens = ["#111827", "#1d4ed8", "#b91c1c"] as const;
type Pen = (typeof pens)[number];
/** Width of a stroke in pixels of the page. */
const thinnest = 0.5;
const widest = 2.5;

/** A field to sign in with mouse, pen or finger. */
export function SignatureForm({ onClose }: { onClose(): void }) {
  const words = useWords(userCentreMessages);
  const { actions } = useWords(sysUser);
  // There only once the dialog is drawn, which is after this is.
  const [field, setField] = useState<HTMLCanvasElement | null>(null);
  const pad = useRef<SignaturePad>(undefined);
  const [isEmpty, setEmpty] = useState(true);
  const [pen, setPen] = useState<Pen>(pens[0]);
  const [width, setWidth] = useState(1.5);
  const { attempt, isRunning } = useOperation(sysUser, "uploadSignature");
  useEffect(() => {
    if (!field) return;
    // As fine as the screen is: strokes are drawn in pixels of the page.
    const scale = Math.max(1, window.devicePixelRatio);
    field.width = field.offsetWidth * scale;
    field.height = field.offsetHeight * scale;
    field.getContext("2d")?.scale(scale, scale);
    const made = new SignaturePad(field, { penColor: pens[0], minWidth: thinnest, maxWidth: 1.5 });
    made.addEventListener("endStroke", () => setEmpty(made.isEmpty()));
    pad.current = made;
    return () => made.off();
  }, [field]);
  useEffect(() => {
    if (!pad.current) return;
    pad.current.penColor = pen;
    pad.current.maxWidth = width;
  }, [pen, width]);
  const undo = () => {
    const strokes = pad.current?.toData() ?? [];
    pad.current?.fromData(strokes.slice(0, -1));
    setEmpty(strokes.length <= 1);
  };
  const clear = () => {
    pad.current?.clear();
    setEmpty(true);
  };
  const save = async () => {
    if (pad.current && (await attempt({ image: pad.current.toDataURL("image/png") }))) onClose();
  };
  const foot = (
    <>
      <Button onClick={undo} disabled={isEmpty}>
        {words.undo}
      </Button>
      <Button onClick={clear} disabled={isEmpty}>
        {words.clear}
      </Button>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button type="primary" loading={isRunning} disabled={isEmpty} onClick={() => void save()}>
        {words.save}
      </Button>
    </>
  );
  return (
    <FormFrame kind="modal" title={actions.uploadSignature ?? ""} foot={foot} onClose={onClose}>
      <p className="centre-note">{words.signHint}</p>
      <canvas ref={setField} className="centre-pad" role="img" aria-label={words.signArea} />
      <PenTools pen={pen} width={width} onPen={setPen} onWidth={setWidth} />
    </FormFrame>
  );
}

interface PenToolsProps {
  readonly pen: Pen;
  readonly width: number;
  onPen(pen: Pen): void;
  onWidth(width: number): void;
}

function PenTools({ pen, width, onPen, onWidth }: PenToolsProps) {
  const words = useWords(userCentreMessages);
  const colours = [words.black, words.blue, words.red];
  return (
    <div className="centre-crop-tools">
      <span>{words.penWidth}</span>
      <Slider
        className="ch-grow"
        min={thinnest}
        max={widest}
        step={0.5}
        value={width}
        onChange={onWidth}
        ariaLabelForHandle={words.penWidth}
      />
      <Segmented
        aria-label={words.penColour}
        value={pen}
        onChange={onPen}
        options={pens.map((value, at) => ({ value, label: colours[at] ?? value }))}
      />
    </div>
  );
}
