import { wordsOf } from '../../../adapters/providers/transport/provider-words.ts';
import { timestamp } from '../../../domain/clock.ts';
import { batchKey } from '../../../domain/files/object-keys.ts';
import { limits } from '../../../domain/limits.ts';
import { consentOf, type DueFile, type EndedFile } from '../../../domain/sync/provider-file.ts';
import type { Downloaded } from '../../../domain/transport/download.ts';
import { type Failure, passes } from '../../../domain/transport/outcome.ts';
import { pollAfter } from '../../../domain/transport/polling.ts';
import { type Message, RetryLater } from '../../queue/sqs-worker.ts';
import { handOver, isWorkedOn, namesOf } from './hand-over.ts';
import type { FetchMessage, FileSyncMessage } from './messages.ts';
import type { FileSyncServices } from './services.ts';
import { withProvider } from './with-provider.ts';

/** Enough to store the part that has arrived, and to hand the file over. */
const stopBeforeEndMilliseconds = 60_000;
/** How often a download looks whether its credential is still there. */
const lookMilliseconds = 20_000;
/** The processing of the former content takes minutes. */
const formerSeconds = 60;
const retrySeconds = 60;
const maxRetrySeconds = 15 * 60;
/** Then the file waits for the next round. */
const maxAttempts = 8;

/** Fetches one file into the bucket, and hands it over to the pipeline of uploads. Idempotent: a file that has been fetched in its present state is not fetched again. */
export async function fetchFile(
  asked: FetchMessage,
  message: Message<FileSyncMessage>,
  services: FileSyncServices,
): Promise<void> {
  const { ownerId, svcUserId, provider, fileKey } = asked;
  const user = { ownerId, svcUserId };
  const { store, clock } = services;
  await withProvider(asked, services, async (files, link) => {
    const { due: stored, ended } = await store.get(user, provider, fileKey);
    if (!stored) return;
    const { fetchedSince: _, ...due } = stored;
    if (ended && isSame(ended, due)) return store.end(user, provider, ended);
    if (ended && (await isWorkedOn(ownerId, ended, services))) return message.queue.send(asked, formerSeconds);
    const names = namesOf(asked, due.file, services);
    await store.wait(user, provider, { ...due, fetchedSince: timestamp(clock.now()) });
    const presence = watched(() => services.link(user, provider), asked.credentialId);
    let downloaded: Downloaded;
    try {
      downloaded = await files.download(due.file, {
        key: batchKey(ownerId, svcUserId, names.batchId, names.fileName),
        maxBytes: limits.uploadBytes,
        until: clock.now() + message.remainingMilliseconds() - stopBeforeEndMilliseconds,
        isStopped: presence.isGone,
      });
    } finally {
      presence.end();
    }
    if (presence.isGone()) return;
    const end = async (refused?: string) => {
      await handOver(asked, due, { ...names, refused, consent: consentOf(link), downloaded }, services);
      // What is known of the file explains it from now on.
      if (asked.isAsked) await services.asked.forget(user, provider, { kind: 'file', id: due.file.id });
    };
    if (downloaded.kind === 'stored') return end();
    if (downloaded.kind === 'stopped') return message.queue.send(asked);
    if (downloaded.kind === 'notReady') return wait(asked, due, downloaded.retryAfterSeconds, message, services, end);
    const { failure } = downloaded;
    if (passes(failure)) return tryLater(asked, due, failure, message, services);
    // The whole account is refused: the file is fetched after the next consent.
    if (failure.kind === 'refused') return store.wait(user, provider, { ...due, problem: failure.message });
    return end(wordsOf(failure));
  });
}

function isSame(ended: EndedFile, due: DueFile): boolean {
  return ended.status === 'fetched' && ended.file.modifiedTime === due.file.modifiedTime;
}

/** Asks again for a file that the provider is still making, for half an hour. */
async function wait(
  asked: FetchMessage,
  due: DueFile,
  retryAfterSeconds: number | undefined,
  { queue }: Message<FileSyncMessage>,
  { store, clock }: FileSyncServices,
  end: (refused: string) => Promise<void>,
): Promise<void> {
  const { polled = { since: clock.now(), times: 0 } } = due;
  const afterSeconds = pollAfter(polled, clock.now(), retryAfterSeconds);
  if (afterSeconds === undefined) return end('The provider has not made the file within half an hour.');
  await store.wait(asked, asked.provider, { ...due, polled: { ...polled, times: polled.times + 1 } });
  await queue.send(asked, Math.min(afterSeconds, maxRetrySeconds));
}

async function tryLater(
  asked: FetchMessage,
  due: DueFile,
  { message, retryAfterSeconds = retrySeconds }: Failure,
  { attempt }: Message<FileSyncMessage>,
  { store }: FileSyncServices,
): Promise<void> {
  await store.wait(asked, asked.provider, { ...due, problem: message });
  if (attempt < maxAttempts) throw new RetryLater(message, Math.min(retryAfterSeconds, maxRetrySeconds));
}

/** Looks now and then whether the credential of a download is still there. */
function watched(link: () => Promise<{ credentialId?: string } | undefined>, credentialId: string) {
  let isGone = false;
  const look = async () => {
    const found = await link();
    isGone ||= found?.credentialId !== credentialId;
  };
  const timer = setInterval(() => void look().catch((error: unknown) => console.warn({ error })), lookMilliseconds);
  return { isGone: () => isGone, end: () => clearInterval(timer) };
}
