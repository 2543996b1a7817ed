import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Api, ApiProblem } from '../api/client.ts';
import { maxUploadBytes } from '../limits.ts';
import { rememberedSessions } from './remembered-sessions.ts';
import { giveUp, type Progress, transfer } from './transfer.ts';

export interface Transfer extends Progress {
  id: number;
  file: File;
}

export interface Transfers {
  list: readonly Transfer[];
  add(files: Iterable<File>): void;
  cancel(id: number): void;
  retry(id: number): void;
  remove(id: number): void;
}

/** Progress events arrive for every packet; the page is updated less often. */
const betweenReports = 120;

/**
 * The uploads of a page, one file after the other.
 *
 * @param done called with the service's response for each complete upload.
 * @param keyRefused called when another key is needed.
 */
export function useTransfers(
  api: Api,
  done: (answer: Record<string, unknown>) => void,
  keyRefused: () => void,
): Transfers {
  const [list, setList] = useState<readonly Transfer[]>([]);
  const remembered = useMemo(() => rememberedSessions(api.svcUser, storageOf()), [api.svcUser]);
  const running = useRef<{ id: number; controller: AbortController }>(undefined);
  const counter = useRef(0);

  const change = useCallback((id: number, progress: Partial<Progress>) => {
    setList((all) => all.map((one) => (one.id === id ? { ...one, ...progress } : one)));
  }, []);

  const run = useCallback(
    async ({ id, file }: Transfer) => {
      const controller = new AbortController();
      running.current = { id, controller };
      let last = 0;
      const report = (progress: Progress) => {
        const now = performance.now();
        if (progress.state === 'sending' && now - last < betweenReports) return;
        last = now;
        change(id, { problem: undefined, ...progress });
      };
      try {
        done(await transfer({ api, file, remembered, signal: controller.signal, report, keyRefused }));
      } catch (error) {
        if (controller.signal.aborted) change(id, { state: 'cancelled' });
        else change(id, { state: 'failed', problem: asProblem(error) });
      }
      running.current = undefined;
      // Lets the next one begin.
      setList((all) => [...all]);
    },
    [api, remembered, change, done, keyRefused],
  );

  useEffect(() => {
    const next = list.find(({ state }) => state === 'waiting');
    if (next && !running.current) void run(next);
  }, [list, run]);

  const isBusy = list.some(({ state }) => isUnderWay(state));
  useEffect(() => {
    if (!isBusy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isBusy]);

  // A component that is removed from its page stops sending.
  useEffect(() => () => running.current?.controller.abort(), []);

  return {
    list,
    add: (files) => {
      const added = [...files].map((file): Transfer => {
        counter.current += 1;
        const problem = refusal(file);
        const state = problem ? 'failed' : 'waiting';
        return { id: counter.current, file, state, sentBytes: 0, isResumed: false, problem };
      });
      setList((all) => [...added, ...all]);
    },
    cancel: (id) => {
      const one = list.find((transfer) => transfer.id === id);
      if (running.current?.id === id) running.current.controller.abort();
      else change(id, { state: 'cancelled' });
      if (one) void giveUp(api, one.file, remembered);
    },
    retry: (id) => change(id, { state: 'waiting', problem: undefined, sentBytes: 0 }),
    remove: (id) => setList((all) => all.filter((transfer) => transfer.id !== id)),
  };
}

export const isUnderWay = (state: Progress['state']): boolean =>
  state === 'waiting' || state === 'sending' || state === 'offline' || state === 'finishing';

function refusal({ size }: File): ApiProblem | undefined {
  if (size === 0) return new ApiProblem(400, 'emptyFile', '');
  return size > maxUploadBytes ? new ApiProblem(413, 'tooLarge', '') : undefined;
}

function asProblem(error: unknown): ApiProblem {
  return error instanceof ApiProblem ? error : new ApiProblem(0, 'unexpected', String(error));
}

/** A browser may forbid it. */
function storageOf(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
