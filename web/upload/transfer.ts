import { type Api, ApiProblem } from '../api/client.ts';
import {
  abortSession,
  completeSession,
  createSession,
  getSession,
  signParts,
  type UploadSession,
} from '../api/uploads.ts';
import { rateMeter } from './rate.ts';
import type { RememberedSessions } from './remembered-sessions.ts';
import { sendPart } from './send-part.ts';

export type TransferState = 'waiting' | 'sending' | 'offline' | 'finishing' | 'sent' | 'cancelled' | 'failed';

/** The progress of an upload. */
export interface Progress {
  state: TransferState;
  sentBytes: number;
  bytesPerSecond?: number | undefined;
  /** Whether parts of an earlier attempt had already arrived. */
  isResumed: boolean;
  problem?: ApiProblem | undefined;
}

export interface TransferOptions {
  api: Api;
  file: File;
  remembered: RememberedSessions;
  signal: AbortSignal;
  report(progress: Progress): void;
  /** Called when the service no longer accepts the key. The request is repeated with the key of that time. */
  keyRefused(): void;
}

/** URLs are requested in groups. Few parts are sent at a time, so that they fill a phone's connection but an interruption costs little. */
const partsPerCall = 10;
const atOnce = 3;
/** The number of consecutive service failures that end an upload; a lost connection is waited for indefinitely. */
const maxFailures = 8;

const firstPauseMilliseconds = 1_000;
const maxPauseMilliseconds = 15_000;

/**
 * Sends a file in parts and completes its upload. At the start and after every interruption, the service reports the parts that have arrived; they
 * are not sent again.
 *
 * @returns the response of the service about the upload
 * @throws ApiProblem when it is refused; an AbortError when the signal ends it
 */
export async function transfer({ api, file, remembered, signal, report, keyRefused }: TransferOptions) {
  const meter = rateMeter(() => performance.now());
  const underWay = new Map<number, number>();
  const arrived = new Map<number, number>();
  let isResumed = false;
  let failures = 0;

  const reportState = (state: TransferState) => {
    const sentBytes = sum(arrived) + sum(underWay);
    report({ state, sentBytes, isResumed, ...(state === 'sending' && { bytesPerSecond: meter.measure(sentBytes) }) });
  };

  const open = async (): Promise<UploadSession> => {
    const known = remembered.find(file);
    const session = known === undefined ? undefined : await getSession(api, known, signal).catch(orUnknown);
    if (session?.status === 'OPEN') {
      isResumed = isResumed || (session.parts?.length ?? 0) > 0;
      return session;
    }
    const made = await createSession(api, file.name, file.size, signal);
    remembered.keep(file, made.id);
    return made;
  };

  const sendMissing = async (session: UploadSession) => {
    const { id, partSizeBytes, partCount, parts = [] } = session;
    arrived.clear();
    for (const { partNumber, sizeBytes } of parts) {
      if (sizeBytes === partOf(file, partNumber, partSizeBytes).size) arrived.set(partNumber, sizeBytes);
    }
    const missing = Array.from({ length: partCount }, (_, index) => index + 1).filter((number) => !arrived.has(number));
    reportState('sending');
    for (let begin = 0; begin < missing.length; begin += partsPerCall) {
      const group = missing.slice(begin, begin + partsPerCall);
      const signed = (await signParts(api, id, group, signal)).parts;
      await sendGroup(signed, partSizeBytes);
    }
  };

  /** Sends several parts at a time. After a failure no other part begins; running ones continue, since their progress would be lost. */
  const sendGroup = async (signed: { partNumber: number; url: string }[], partSizeBytes: number) => {
    const waiting = [...signed];
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { partNumber, url } = next;
        const part = partOf(file, partNumber, partSizeBytes);
        const progress = (sentBytes: number) => {
          underWay.set(partNumber, sentBytes);
          reportState('sending');
        };
        const outcome = await sendPart(url, part, { signal, progress });
        if (!outcome.ok) {
          waiting.length = 0;
          await provenReadable(part);
          throw new ApiProblem(outcome.status, 'partRefused', '');
        }
        underWay.delete(partNumber);
        arrived.set(partNumber, part.size);
        failures = 0;
        reportState('sending');
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: atOnce }, lane));
    underWay.clear();
    const refused = ended.find((one) => one.status === 'rejected');
    if (refused) throw refused.reason;
  };

  for (;;) {
    signal.throwIfAborted();
    try {
      const session = await open();
      await sendMissing(session);
      reportState('finishing');
      const made = await completeSession(api, session.id, signal);
      remembered.forget(file);
      reportState('sent');
      return made;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiProblem) || !mayPass(error)) throw error;
      if (error.status === 401) keyRefused();
      failures += error.status === 0 ? 0 : 1;
      if (failures > maxFailures) throw error;
      meter.restart();
      reportState(error.status === 0 ? 'offline' : 'sending');
      await pause(failures, signal);
    }
  }
}

/** Cancels an upload, also on the service. */
export async function giveUp(api: Api, file: File, remembered: RememberedSessions): Promise<void> {
  const session = remembered.find(file);
  remembered.forget(file);
  // The session expires within a day if this request does not arrive.
  if (session !== undefined) await abortSession(api, session).catch(() => {});
}

function partOf(file: File, partNumber: number, partSizeBytes: number): Blob {
  return file.slice((partNumber - 1) * partSizeBytes, partNumber * partSizeBytes);
}

/** Checks that the file is still readable: to the sender, a changed or removed file looks like a lost connection. @throws ApiProblem `fileChanged` */
async function provenReadable(part: Blob): Promise<void> {
  await part
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new ApiProblem(400, 'fileChanged', '');
    });
}

/** Whether another attempt may succeed: after a lost connection, a URL that has expired (403 of the storage), with a key that is being renewed (401), or while parts are still being counted (409). */
function mayPass({ status, errorKey }: ApiProblem): boolean {
  const isStorage = errorKey === 'partRefused';
  return (
    status === 0 || status === 401 || status === 429 || status >= 500 || (isStorage && status !== 400) || status === 409
  );
}

/** Whether the service no longer knows a session. */
function orUnknown(error: unknown): undefined {
  if (error instanceof ApiProblem && error.status === 404) return undefined;
  throw error;
}

function sum(sizes: ReadonlyMap<number, number>): number {
  let total = 0;
  for (const size of sizes.values()) total += size;
  return total;
}

/** Waits before another attempt, longer after each failure, and less when the browser says that the network is back. */
function pause(failures: number, signal: AbortSignal): Promise<void> {
  const milliseconds = Math.min(maxPauseMilliseconds, firstPauseMilliseconds * 2 ** Math.min(failures, 5));
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
