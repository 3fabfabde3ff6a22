import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toastFailure } from "../api/use-operation.ts";
import { type FileUpload, sendFile } from "./send-file.ts";

/** How a file is uploaded to its record. */
interface FileWay {
  readonly resource: Resource;
  readonly upload: FileUpload["upload"];
  /** Called with the record's id once its file, or a part of it, was received. */
  onOpened(id: string): void | Promise<void>;
}

/** Creates a record and uploads its file. Received parts stay when the rest fails. */
export function useFileUpload({ resource, upload, onOpened }: FileWay) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const send = async (file: File, open: () => Promise<string>) => {
    setProgress(0);
    let id: string | undefined;
    try {
      id = await open();
      const { signal } = stop.current;
      const onProgress = (bytes: number) => setProgress(Math.floor((100 * bytes) / file.size));
      await sendFile({ upload, id, file, from: 0, signal, onProgress });
    } catch (error) {
      toastFailure(error);
    }
    setProgress(undefined);
    await client.invalidateQueries({ queryKey: [resource.name] });
    if (id === undefined || stop.current.signal.aborted) return;
    await onOpened(id);
  };
  return { send, progress };
}
