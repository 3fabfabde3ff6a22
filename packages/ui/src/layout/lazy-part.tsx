import { type ComponentType, type FunctionComponent, startTransition, useEffect, useReducer, useState } from "react";

/** A component whose code is a chunk of its own. */
export interface LazyPart<Props> extends FunctionComponent<Props> {
  /** Starts loading it before it is drawn. Never rejects: the failure is reported when it is drawn. */
  ahead(): Promise<void>;
}

/**
 * A part that is fetched when it is first drawn, and shows `Meanwhile` until it is there. Unlike React's `lazy` it is drawn as
 * soon as it has arrived (a Suspense boundary keeps what arrives back for up to 300 ms), and one that could not be fetched is
 * asked for again the next time. The failure goes to the nearest error boundary.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
): LazyPart<Props> {
  let Part: ComponentType<Props> | undefined;
  let coming: Promise<void> | undefined;
  const fetchPart = async (): Promise<void> => {
    try {
      Part = await load();
    } catch (error) {
      coming = undefined;
      throw error;
    }
  };
  const part = (): Promise<void> => {
    coming ??= fetchPart();
    // Failures are reported to whoever awaits it; otherwise they are ignored.
    coming.catch(() => undefined);
    return coming;
  };
  function ArrivingPart(props: Props) {
    // Started during render, since an effect would start a frame later.
    const [waiting] = useState(part);
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    const [, draw] = useReducer((round: number) => round + 1, 0);
    const isThere = Part !== undefined;
    useEffect(() => {
      if (isThere) return undefined;
      let isWanted = true;
      waiting.then(
        () => isWanted && startTransition(draw),
        (error: unknown) => isWanted && setFailure({ error }),
      );
      return () => {
        isWanted = false;
      };
    }, [isThere, waiting]);
    if (failure) throw failure.error;
    if (Part) return <Part {...props} />;
    return Meanwhile ? <Meanwhile {...props} /> : null;
  }
  return Object.assign(ArrivingPart, { ahead: () => part().catch(() => undefined) });
}
