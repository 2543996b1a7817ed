import type { ReadCredential } from '../../../domain/credentials/credential-checks.ts';
import type { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { runExclusively } from '../../../domain/work/coalesced-work.ts';
import { attemptOf, type Message, RetryLater } from '../../queue/sqs-worker.ts';
import { unlessDeleted } from '../../queue/unless-deleted.ts';
import { checkCredential } from './check-credential.ts';
import type { CheckMessage } from './messages.ts';
import type { CheckServices } from './services.ts';

/** A provider answers within 15 s, and then there is something to write. */
const stopBeforeEndMilliseconds = 30_000;
const retryAfterSeconds = 60;
const maxRetrySeconds = 15 * 60;

/**
 * Asks the providers of a user about credentials that they have not been asked about or had no answer to, notes the user's connections, and takes
 * away the links of credentials that are gone. Checks of a user go one after the other. Idempotent.
 */
export async function checkUser(user: CheckMessage, message: Message, services: CheckServices): Promise<void> {
  const attempt = attemptOf(message, stopBeforeEndMilliseconds);
  await unlessDeleted(async () => {
    let next: number | undefined;
    await runExclusively(user, attempt, services.leases, async () => {
      const { isFinished, again } = await checkAll(user, message, services);
      next = isFinished ? again : undefined;
      return isFinished;
    });
    // No message is under way: the sweep sends one then.
    if (next !== undefined) await services.leases.expect(user, next);
  });
}

interface Looked {
  /** False when time was too short for all. */
  isFinished: boolean;
  /** When a provider that did not answer is to be asked again. */
  again?: number | undefined;
}

/** A provider that is down for the moment is asked again later, once the others are done. */
async function checkAll(user: CheckMessage, message: Message, services: CheckServices): Promise<Looked> {
  const { ownerId, svcUserId } = user;
  const credentials = await services.checks.all(ownerId, svcUserId);
  await noteConnections(user, credentials, services);
  let retry: ProviderProblem | undefined;
  let again: number | undefined;
  for (const credential of credentials.filter(({ isDue }) => isDue)) {
    if (message.remainingMilliseconds() < stopBeforeEndMilliseconds) return { isFinished: false };
    const unanswered = await checkCredential(user, credential, message.lastAttempt, services);
    if (unanswered?.at !== undefined) again = Math.min(again ?? unanswered.at, unanswered.at);
    else retry = unanswered?.problem ?? retry;
  }
  if (retry) {
    const delay = Math.min(retry.retryAfterSeconds ?? retryAfterSeconds, maxRetrySeconds);
    throw new RetryLater(retry.message, delay, { cause: retry });
  }
  return { isFinished: true, again };
}

/** Each credential is a connection of its user, whether its provider can be called or not; it ends with the credential. */
async function noteConnections(
  { ownerId, svcUserId }: CheckMessage,
  credentials: readonly Pick<ReadCredential, 'id' | 'provider'>[],
  { links }: CheckServices,
): Promise<void> {
  const ids = new Set(credentials.map(({ id }) => id));
  const connected = new Set<string>();
  for (const { provider, credentialId } of await links.connections(ownerId, svcUserId)) {
    if (credentialId === undefined || ids.has(credentialId)) connected.add(provider);
    else await links.remove(ownerId, svcUserId, provider, credentialId);
  }
  for (const { id, provider } of credentials) {
    if (!connected.has(provider)) await links.connect(ownerId, svcUserId, provider, id);
  }
}
