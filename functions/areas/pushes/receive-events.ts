import { Problem } from '../../../domain/errors.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { pushesApi } from './api.ts';
import type { PushesServices } from './services.ts';

/** Events of this time make one round: a harvest or an import changes many things at once. */
const gatherSeconds = 5;
/** An event that only shows that events arrive. */
const heartbeat = 'heartbeat';

export const pushHandlers: Handlers<typeof pushesApi.endpoints, PushesServices> = {
  async receiveJohnDeereEvents({ params: { token }, body, request }, { pushes, secrets, syncQueue, clock }) {
    const user = secrets.userOf(token);
    const subject = user && { ...user, provider: 'JohnDeere' as const };
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

    const now = clock.now();
    const isExpected = (record.roundExpectedUntil ?? 0) > now;
    if (own.some(({ eventTypeId }) => eventTypeId !== heartbeat) && !isExpected) {
      const { ownerId, svcUserId } = subject;
      // Fields follow where the settings of the user want it. The message comes first: a round too many is no harm.
      await syncQueue.send({ ownerId, svcUserId, organizations: true }, gatherSeconds);
      await pushes.expectRound(subject, record, now + gatherSeconds * 1_000);
    }
    return { status: 202 };
  },
};

/** A wrong secret, whichever it is, looks like one of a subscription that is gone. */
function unknown(): Problem {
  const detail = 'There is no such subscription, or the notification does not have its secrets.';
  return new Problem('notFound', detail, { errorKey: 'pushSubscriptionNotFound' });
}
