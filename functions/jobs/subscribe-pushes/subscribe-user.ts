import { pushUrl } from '../../../domain/push/push-address.ts';
import { isRenewalDue, withSecrets } from '../../../domain/push/push-record.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { PushProvider } from '../../../domain/sync/push-provider.ts';
import { type Message, RetryLater } from '../../queue/sqs-worker.ts';
import type { SubscribeMessage } from './messages.ts';
import type { SubscribeServices } from './services.ts';

const retryAfterSeconds = 60;
const maxRetrySeconds = 15 * 60;

/**
 * Creates the subscriptions of an account, or renews them with new secrets if it is time. Idempotent: those that an interrupted attempt has created are found by their URL. What
 * the provider refuses is in the log of the credential, and is asked for again a day later.
 */
export async function subscribeUser(
  subject: SubscribeMessage,
  message: Message,
  services: SubscribeServices,
): Promise<void> {
  const { ownerId, svcUserId, provider: key } = subject;
  let provider: PushProvider | undefined;
  try {
    const link = await services.links.get(ownerId, svcUserId, key);
    if (link?.credentialId === undefined) return;
    const ownUrls = pushUrl(key, services.publicAddress);
    const target = JSON.stringify([ownUrls ?? '', services.eventTypes]);
    const before = await services.pushes.get(subject);
    if (!isRenewalDue(before, { target, now: services.clock.now() })) return;
    provider = await services.providerOf({ ownerId, svcUserId }, link);
    if (provider) await renew(subject, { provider, credentialId: link.credentialId, ownUrls, target }, services);
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    console.warn({ svcUserId, provider: key, kind: error.kind, message: error.message });
    if (!error.passes || message.lastAttempt) return;
    const delay = Math.min(error.retryAfterSeconds ?? retryAfterSeconds, maxRetrySeconds);
    throw new RetryLater(error.message, delay, { cause: error });
  } finally {
    await provider?.close();
  }
}

interface Renewal {
  provider: PushProvider;
  credentialId: string;
  /** Undefined where the service has no public address. */
  ownUrls: string | undefined;
  target: string;
}

async function renew(
  subject: SubscribeMessage,
  { provider, credentialId, ownUrls, target }: Renewal,
  { pushes, secrets, eventTypes, clock }: SubscribeServices,
): Promise<void> {
  const before = await pushes.get(subject);
  const made = secrets.make(subject);
  const hashes = { url: secrets.hashOf(made.url), event: secrets.hashOf(made.event) };
  let record = withSecrets(before, { credentialId, target }, hashes);
  const save = async (changes: Partial<typeof record>): Promise<void> => {
    record = { ...record, ...changes, revision: record.revision + 1 };
    await pushes.put(subject, record);
  };
  // Another worker renews at the same time, or the credential is gone.
  if (!(await pushes.put(subject, record))) return;
  const askedTime = clock.now();
  if (ownUrls === undefined) {
    provider.note(notReachable);
    return save({ askedTime, problem: notReachable });
  }
  try {
    const authorization = secrets.hashOf(await provider.authorization(made.authorization));
    await save({ authorization });
    const url = ownUrls + made.url;
    await provider.subscribe({ url, ownUrls: ownUrls + secrets.locatorOf(subject), token: made.event, eventTypes });
    await save({ askedTime, problem: undefined });
  } catch (error) {
    if (error instanceof ProviderProblem) await save({ ...(!error.passes && { askedTime }), problem: error.message });
    throw error;
  }
}

const notReachable =
  'Changes at the provider are found by scheduled rounds and by those that are asked for: this service has no public address at which the provider could notify it. Its operator can set one (publicAddress).';
