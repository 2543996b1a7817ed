import { timestamp } from '../../../domain/clock.ts';
import { isSettled, type StoredSending, shownSending, withState } from '../../../domain/prescriptions/sending.ts';
import type { FoundSending } from '../../../domain/prescriptions/sending-store.ts';
import { providerOf } from '../../../domain/providers/providers.ts';
import type { Handlers } from '../../http/exchange.ts';
import { answerBy } from './answer-by.ts';
import { checkZip } from './receive-prescription.ts';
import { runSending, storedZip } from './run-sending.ts';
import type { sendingEndpoints } from './sending-endpoints.ts';
import type { PrescriptionsServices } from './services.ts';

/** A record is not followed more often: pages and programs ask again and again. */
const followedMilliseconds = 10_000;

export const sendingHandlers: Handlers<typeof sendingEndpoints, PrescriptionsServices> = {
  async listSendings({ params: { svcUserId }, query, asked, owner }, { sendings, clock }) {
    const page = await sendings.list(owner.id, svcUserId, query, asked);
    const body = page.items.map(({ sending, until }) => shownSending(sending, until, clock.now()));
    return { status: 200, page, body };
  },

  async getSending({ found, owner }, services) {
    const { until } = found.sending;
    const sending = await followed(owner.id, found.sending, services);
    return { status: 200, body: shownSending(sending, until, services.clock.now()) };
  },

  async continueSending({ params: { svcUserId, sendingId: id }, query, found, owner, request }, services) {
    const { dryRun, kind } = query;
    if (dryRun) {
      const { sending } = found.sending;
      const order = { ...sending, ...(kind && { kind }) };
      const content = await storedZip(sending.objectKey, services);
      const check = await checkZip({ ownerId: owner.id, content }, order, services);
      return { status: 200, body: { ...check, name: sending.name, dryRun: true } };
    }
    const { name, providerId = '' } = await runSending(
      { ownerId: owner.id, svcUserId, id, until: answerBy(request), kind },
      services,
    );
    return { status: 200, body: { id: providerId, name } };
  },
};

/** The record with what its provider says now. A provider that does not answer leaves it as it is; the log of the account says why. */
async function followed(
  ownerId: string,
  { sending }: FoundSending,
  { accountOf, sendings, clock }: PrescriptionsServices,
): Promise<StoredSending> {
  const { svcUserId, provider, providerId, checkedTime = '', organizationId, marks } = sending;
  const now = clock.now();
  const isFresh = Date.parse(checkedTime) > now - followedMilliseconds;
  if (sending.status !== 'SENT' || providerId === undefined || isSettled(sending) || isFresh) return sending;
  const account = await accountOf({ ownerId, svcUserId }, provider).catch(() => 'uncalled' as const);
  if (typeof account === 'string' || !account.follow) return sending;
  try {
    const state = await account.follow({ providerId, organizationId, marks });
    const after = state
      ? withState(sending, state, now)
      : { ...sending, checkedTime: timestamp(now), problem: { message: goneFrom(provider) } };
    await sendings.note(ownerId, sending, after);
    return after;
  } catch {
    return sending;
  } finally {
    await account.close();
  }
}

const goneFrom = (provider: StoredSending['provider']) =>
  `${providerOf(provider).displayName} no longer has it: it was deleted there.`;
