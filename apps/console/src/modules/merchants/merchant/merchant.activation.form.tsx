import { fill } from "@countinghouse/contract/kit/locale.ts";
import { goLiveMessages } from "@countinghouse/contract/merchants/go-live/go-live.messages.ts";
import { type GoLiveItem, goLive, lackingOf } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { merchantMessages } from "@countinghouse/contract/merchants/merchant/merchant.messages.ts";
import { type Merchant, merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { Button } from "antd";
import { useNavigate } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { AskOnce } from "../../../platform/pages/ask-once.tsx";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { merchantScreenMessages } from "./merchant.messages.ts";

/** Lets a merchant take payments, or says what it still lacks and leads to where that is done. */
export function MerchantActivation({ record, onClose }: RowFormProps<Merchant>) {
  const isEnabled = useMay()("goLive:checklist") && record !== undefined;
  const { data, error } = useAnswer(goLive, "checklist", { merchantId: record?.id ?? "" }, { isEnabled });
  if (!record || (isEnabled && !data && !error)) return null;
  const lacking = data ? lackingOf(data) : [];
  if (lacking.length > 0) return <Lacking row={record} items={lacking} onClose={onClose} />;
  return <Activate row={record} onClose={onClose} />;
}

interface StepProps {
  readonly row: Merchant;
  onClose(): void;
}

function Activate({ row: { id, version, name }, onClose }: StepProps) {
  const { activate } = useWords(merchantMessages).actions;
  const words = useWords(pagesMessages);
  const { attempt } = useOperation(merchant, "activate");
  const question = { title: fill(words.confirmTitle, { action: activate, name }), confirm: activate };
  return (
    <AskOnce
      question={question}
      onAnswer={async (isConfirmed) => {
        if (isConfirmed) await attempt({ id, version });
        onClose();
      }}
    />
  );
}

function Lacking({ row: { id, name }, items, onClose }: StepProps & { readonly items: readonly GoLiveItem[] }) {
  const { text } = useWords(goLiveMessages);
  const { activate } = useWords(merchantMessages).actions;
  const words = useWords(merchantScreenMessages);
  const { cancel } = useWords(pagesMessages);
  const navigate = useNavigate();
  return (
    <FormFrame
      kind="modal"
      title={`${activate} · ${name}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="primary" autoFocus onClick={() => void navigate(`${merchant.menu?.path}/${id}`)}>
            {words.openChecklist}
          </Button>
        </>
      }
    >
      <p>{words.stillLacks}</p>
      <ul className="merchant-lacks">
        {items.map(({ item, note, values }) => (
          <li key={item}>
            <strong>{text[item]}</strong> {fill(text[note], values)}
          </li>
        ))}
      </ul>
    </FormFrame>
  );
}
