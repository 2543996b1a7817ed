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
 * Asks the providers of a user about credentials that they have not been asked about, and takes away the links of those that are gone.
 * Checks of a user go one after the other. Idempotent.
 */
export async function checkUser(user: CheckMessage, message: Message, services: CheckServices): Promise<void> {
  const attempt = attemptOf(message, stopBeforeEndMilliseconds);
  await unlessDeleted(() => runExclusively(user, attempt, services.leases, () => checkAll(user, message, services)));
}

/** False when time was too short for all. A provider that is down for the moment is asked again later, once the others are done. */
async function checkAll(user: CheckMessage, message: Message, services: CheckServices): Promise<boolean> {
  const { ownerId, svcUserId } = user;
  const credentials = await services.checks.all(ownerId, svcUserId);
  const ids = new Set(credentials.map(({ id }) => id));
  for (const { provider, credentialId } of await services.links.all(ownerId, svcUserId)) {
    if (credentialId !== undefined && !ids.has(credentialId)) {
      await services.links.remove(ownerId, svcUserId, provider, credentialId);
    }
  }
  let retry: ProviderProblem | undefined;
  for (const credential of credentials.filter(({ isDue }) => isDue)) {
    if (message.remainingMilliseconds() < stopBeforeEndMilliseconds) return false;
    retry = (await checkCredential(user, credential, message.lastAttempt, services)) ?? retry;
  }
  if (retry) {
    const delay = Math.min(retry.retryAfterSeconds ?? retryAfterSeconds, maxRetrySeconds);
    throw new RetryLater(retry.message, delay, { cause: retry });
  }
  return true;
}
