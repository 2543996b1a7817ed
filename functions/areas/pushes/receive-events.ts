import { Problem } from '../../../domain/errors.ts';
import { namedWork } from '../../../domain/push/named-work.ts';
import { pushingAt } from '../../../domain/push/push-address.ts';
import type { PushRecord, PushSubject } from '../../../domain/push/push-record.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { pushesApi } from './api.ts';
import type { PushesServices } from './services.ts';

/** Events of this time make one round: a harvest or an import changes many things at once. */
const gatherSeconds = 5;

export const pushHandlers: Handlers<typeof pushesApi.endpoints, PushesServices> = {
  async receiveJohnDeereEvents({ params: { token }, body, request }, services) {
    const { pushes, secrets } = services;
    const user = secrets.userOf(token);
    const subject = user && { ...user, provider: pushingAt('john-deere') };
    const record = subject && (await pushes.get(subject));
    if (
      !record ||
      !secrets.isOneOf(
        token,
        record.secrets.map(({ url }) => url),
      )
    )
      throw unknown();
    const { authorization } = request.headers;
    if (!secrets.isOneOf(authorization ?? '', [record.authorization ?? ''])) throw unknown();
    const hashes = record.secrets.map(({ event }) => event);
    const own = body.filter((event) => secrets.isOneOf(event.token ?? '', hashes));
    if (own.length === 0 && body.length > 0) throw unknown();

    await ask(subject, record, own, services);
    return { status: 202 };
  },
};

/** Asks for a look at what events name, unless it is about to be looked at. The message comes first: a look too many is no harm. */
async function ask(
  subject: PushSubject,
  record: PushRecord,
  events: Parameters<typeof namedWork>[0],
  { pushes, syncQueue, fileQueue, clock }: PushesServices,
): Promise<void> {
  const now = clock.now();
  const until = now + gatherSeconds * 1_000;
  if ((record.roundExpectedUntil ?? 0) > now) return;
  const { ownerId, svcUserId, provider } = subject;
  const { credentialId, expected } = record;
  const before = expected && expected.until > now ? expected : undefined;
  const { isWhole, operations } = namedWork(events, before?.operations ?? []);
  if (isWhole) {
    // Fields follow where the settings of the user want it.
    await syncQueue.send({ ownerId, svcUserId, organizations: true }, gatherSeconds);
    await pushes.expect(subject, record, { roundExpectedUntil: until });
  } else if (operations.length > 0) {
    await fileQueue.send({ step: 'start', ownerId, svcUserId, provider, credentialId, operations }, gatherSeconds);
    const all = [...(before?.operations ?? []), ...operations];
    await pushes.expect(subject, record, { expected: { until: before?.until ?? until, operations: all } });
  }
}

/** A wrong secret, whichever it is, looks like one of a subscription that is gone. */
function unknown(): Problem {
  const detail = 'There is no such subscription, or the notification does not have its secrets.';
  return new Problem('notFound', detail, { errorKey: 'pushSubscriptionNotFound' });
}
