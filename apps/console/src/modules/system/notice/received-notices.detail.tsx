import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { sysNoticeMessages } from "@countinghouse/contract/system/notice/notice.messages.ts";
import { sysNotice } from "@countinghouse/contract/system/notice/notice.ts";
import { NoticeType, NoticeUserStatus } from "@countinghouse/contract/system-enumerations.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { Pager } from "@countinghouse/ui/table/pager.tsx";
import { Button, Input, Segmented } from "antd";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { NoticeText } from "./notice.text.detail.tsx";

type Page = ResultOf<(typeof sysNotice)["operations"]["pageReceived"]>;
type Received = Page["items"][number];

const unread = 0;
const pageSizes = [20, 50, 100] as const;

/** Notices the reader received, newest first. Opening one marks it as read; read ones are quieter. */
export function ReceivedNotices() {
  const words = useWords(sysNoticeMessages);
  const [title, setTitle] = useState("");
  const [onlyUnread, setOnlyUnread] = useState(false);
  const [place, setPlace] = useState({ page: 1, pageSize: 20 });
  const answer = useAnswer(sysNotice, "pageReceived", {
    ...place,
    ...(title.trim() ? { title: title.trim() } : {}),
    ...(onlyUnread ? { readStatus: unread } : {}),
  });
  const { dataUpdatedAt } = answer;
  const narrow = (change: () => void) => {
    change();
    setPlace({ ...place, page: 1 });
  };
  return (
    <section className="ch-card" aria-label={words.text.inbox}>
      <div className="notice-bar">
        <Segmented
          options={[
            { value: "all", label: words.text.all },
            { value: "unread", label: words.text.unread },
          ]}
          value={onlyUnread ? "unread" : "all"}
          onChange={(choice) => narrow(() => setOnlyUnread(choice === "unread"))}
        />
        <Input
          allowClear
          className="notice-search"
          placeholder={words.fields.title}
          aria-label={words.fields.title}
          value={title}
          onChange={(event) => narrow(() => setTitle(event.target.value))}
        />
        <span className="ch-grow" />
        <ReadAll />
      </div>
      <Answered answer={answer}>
        {(data) => (
          <>
            {data.items.length === 0 ? <EmptyState title={words.text.empty} /> : null}
            <ul className="notice-received">
              {data.items.map((received) => (
                <ReceivedNotice key={received.id} received={received} />
              ))}
            </ul>
            {data.items.length > 0 ? (
              <Pager
                from={(data.page - 1) * data.pageSize + 1}
                count={data.items.length}
                total={data.total}
                isTotalExact={data.totalIsExact}
                readAt={dataUpdatedAt}
                pageSize={place.pageSize}
                pageSizes={pageSizes}
                hasPrevious={data.hasPrevPage}
                hasNext={data.hasNextPage}
                onPrevious={() => setPlace({ ...place, page: place.page - 1 })}
                onNext={() => setPlace({ ...place, page: place.page + 1 })}
                onPageSize={(pageSize) => setPlace({ page: 1, pageSize })}
              />
            ) : null}
          </>
        )}
      </Answered>
    </section>
  );
}

/** Marks every unread notice as read, one after the other. */
function ReadAll() {
  const { text } = useWords(sysNoticeMessages);
  const { data } = useAnswer(sysNotice, "unReadList", {});
  const { attempt, isRunning } = useOperation(sysNotice, "setRead", { success: null });
  if (!data?.length) return null;
  const readAll = async () => {
    for (const { id } of data) if (!(await attempt({ id }))) return;
  };
  return (
    <Button loading={isRunning} onClick={() => void readAll()}>
      {text.markAll}
    </Button>
  );
}

function ReceivedNotice({ received: { sysNotice: notice, readStatus } }: { readonly received: Received }) {
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const { attempt } = useOperation(sysNotice, "setRead", { success: null });
  const type = NoticeType.memberOf(notice.type);
  const isUnread = readStatus === unread;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  const turn = () => {
    setOpen(!isOpen);
    if (!isOpen && isUnread) void attempt({ id: notice.id });
  };
  return (
    <li data-unread={isUnread ? "" : undefined}>
      <button type="button" className="notice-line" aria-expanded={isOpen} onClick={turn}>
        <Arrow size={14} aria-hidden="true" />
        <span className="notice-title ch-cut">{notice.title}</span>
        {isUnread ? (
          <StatusChip text={NoticeUserStatus.memberOf(unread)?.text[locale] ?? ""} tone="warning" isFlat />
        ) : null}
        <StatusChip text={type?.text[locale] ?? ""} tone={type?.tone ?? "neutral"} isFlat />
      </button>
      <div className="notice-from">
        <span>{notice.publicUserName}</span>
        {notice.publicTime ? <TimeCell value={notice.publicTime} /> : null}
      </div>
      {isOpen ? <NoticeText content={notice.content} /> : null}
    </li>
  );
}
