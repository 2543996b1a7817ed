import { timestamp } from '../../../domain/clock.ts';
import { providerOf } from '../../../domain/providers/providers.ts';
import type { FieldProvider } from '../../../domain/sync/field-provider.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { nextRound } from '../../../domain/sync/schedule.ts';
import type { FollowedLink } from '../../../domain/sync/sync-store.ts';
import { runExclusively } from '../../../domain/work/coalesced-work.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import { attemptOf, type Message, RetryLater } from '../../queue/sqs-worker.ts';
import { unlessDeleted } from '../../queue/unless-deleted.ts';
import { fetchAskedFields } from './fetch-asked-fields.ts';
import type { SyncMessage } from './messages.ts';
import { requestFollowUps } from './request-follow-ups.ts';
import { refuseFields, sendFields } from './send-fields.ts';
import { type BegunRound, noteStep, type SyncServices } from './services.ts';
import { syncLink } from './sync-link.ts';
import { syncOrganizations } from './sync-organizations.ts';

/** Enough to finish the fields that are under way, and to say where to go on. */
const stopBeforeEndMilliseconds = 60_000;
const retryAfterSeconds = 60;
const maxRetrySeconds = 15 * 60;
const maxProblems = 100;

/**
 * One round for one user: reads the organizations anew, takes over what has changed at the providers since the last one, and fetches the fields that
 * wait. A scheduled one follows the links for which it is time.
 * Rounds of a user go one after the other: a worker that comes while one runs has its holder do another. Idempotent.
 */
export async function syncUser(
  { ownerId, svcUserId, enable, organizations, scheduled }: SyncMessage,
  message: Message,
  services: SyncServices,
): Promise<void> {
  const user = { ownerId, svcUserId };
  const attempt = attemptOf(message, stopBeforeEndMilliseconds);
  const lookAgain: number[] = [];
  await unlessDeleted(async () => {
    if (enable) await services.requests.enable(ownerId, svcUserId, enable);
    // Noted before the lease is asked for: the round of another worker then fetches them.
    if (!organizations && !scheduled) await services.store.wantFields(ownerId, svcUserId);
    // A worker that has come meanwhile may have wanted all links.
    let dueOnly = scheduled === true;
    await runExclusively(user, attempt, services.leases, async () => {
      lookAgain.length = 0;
      const [isDueOnly, wanted] = [dueOnly, await services.store.wantedFields(ownerId, svcUserId)];
      dueOnly = false;
      const wants = { isDueOnly, wantsFields: wanted !== undefined };
      const { isFinished, isPaused } = await syncLinks(user, wants, { message, lookAgain }, services);
      // A paused link fetches what is wanted when it is resumed.
      if (isFinished && !isPaused && !isDueOnly && wanted !== undefined) {
        await services.store.fieldsFetched(ownerId, svcUserId, wanted);
      }
      return isFinished;
    });
    if (lookAgain.length === 0) return;
    const delay = Math.min(...lookAgain);
    // The same message would find no link that is due.
    if (message.lastAttempt || scheduled) await services.leases.expect(user, services.clock.now() + delay * 1_000);
    else throw new RetryLater('a provider has not decided on a field yet', Math.min(delay, maxRetrySeconds));
  });
}

/** Not finished when time was too short for all. A provider that is down for the moment is asked again later, once the others are done. */
async function syncLinks(
  { ownerId, svcUserId }: UserSubject,
  { isDueOnly, wantsFields }: { isDueOnly: boolean; wantsFields: boolean },
  { message, lookAgain }: { message: Message; lookAgain: number[] },
  services: SyncServices,
): Promise<{ isFinished: boolean; isPaused: boolean }> {
  const { store, clock, settings } = services;
  const [links, resolved] = await Promise.all([store.links(ownerId, svcUserId), settings(ownerId, svcUserId)]);
  let finished = true;
  let retry: ProviderProblem | undefined;
  for (const link of links) {
    if (link.pausedTime !== undefined || (isDueOnly && link.dueTime === undefined)) continue;
    const round = {
      ownerId,
      svcUserId,
      link,
      settings: resolved,
      at: timestamp(clock.now()),
      mustStop: () => message.remainingMilliseconds() < stopBeforeEndMilliseconds,
      problems: [],
      lookAgain,
      brought: { growers: 0, farms: 0, fields: 0, boundaries: 0 },
    };
    const withFields = wantsFields || resolved.fieldsAutoSync;
    const { isFinished, failure } = await attempt(round, withFields, message, services);
    finished &&= isFinished;
    if (failure?.passes && !message.lastAttempt) retry = failure;
  }
  if (retry) {
    const delay = Math.min(retry.retryAfterSeconds ?? retryAfterSeconds, maxRetrySeconds);
    throw new RetryLater(retry.message, delay, { cause: retry });
  }
  return { isFinished: finished, isPaused: links.some(({ pausedTime }) => pausedTime !== undefined) };
}

/** Files come after the fields that they are of. Settings of files are looked at when they are fetched. */
async function startFiles(
  user: UserSubject,
  { provider, credentialId, address, dueTime: round }: FollowedLink,
  { fileQueue }: SyncServices,
): Promise<void> {
  if (credentialId === undefined || address !== undefined || !providerOf(provider).ports.includes('files')) return;
  await fileQueue.send({ step: 'start', ...user, provider, credentialId, ...(round !== undefined && { round }) });
}

/** Such an account is read by a job of its own. */
function hasOnlyIrrigation({ provider, address }: FollowedLink): boolean {
  const ports = providerOf(provider).ports;
  return address === undefined && ports.includes('irrigation') && !ports.includes('fields');
}

/** One link's round, and a note of how it ended. */
async function attempt(
  begun: Omit<BegunRound, 'provider'>,
  withFields: boolean,
  message: Message,
  services: SyncServices,
): Promise<{ isFinished: boolean; failure?: ProviderProblem }> {
  const { ownerId, svcUserId, link, problems, brought, at } = begun;
  let isFinished = true;
  let failure: ProviderProblem | undefined;
  let provider: FieldProvider | undefined;
  try {
    if (hasOnlyIrrigation(link)) {
      await services.irrigationQueue.send({ ownerId, svcUserId, follow: link.provider });
    } else {
      provider = await services.providerOf({ ownerId, svcUserId }, link);
      if (!provider) throw new ProviderProblem('refused', `Fields cannot be fetched from ${link.provider} yet.`);
      // First, so that a list that cannot be read does not hold back what is sent.
      await noteStep(begun, services, 'sending');
      await sendFields({ ...begun, provider }, services);
      await noteStep(begun, services, 'organizations');
      const round = await syncOrganizations({ ...begun, provider }, services);
      if (withFields) isFinished = await syncLink(round, services);
      if (isFinished) isFinished = await fetchAskedFields(round, services);
      if (isFinished) await startFiles({ ownerId, svcUserId }, link, services);
      if (isFinished) await requestFollowUps(round, services);
    }
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    console.warn({ svcUserId, provider: link.provider, kind: error.kind, message: error.message });
    failure = error;
    problems.unshift({ code: error.kind === 'held' ? 'held' : 'providerFailed', message: error.message });
    if (!provider && !error.passes) await refuseFields(begun, services, error.message);
  } finally {
    await provider?.close();
  }
  const now = services.clock.now();
  const goesOn = !isFinished || (failure?.passes === true && !message.lastAttempt);
  const end = {
    startedTime: at,
    endedTime: timestamp(now),
    isComplete: isFinished && !failure,
    brought,
    problems: problems.slice(0, maxProblems),
  };
  const next = goesOn
    ? undefined
    : { time: nextRound({ svcUserId, provider: link.provider }, now), dueTime: link.dueTime };
  await services.store.endRound(ownerId, svcUserId, link.provider, end, next);
  return { isFinished, ...(failure && { failure }) };
}
