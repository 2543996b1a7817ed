import { timestamp } from '../../../domain/clock.ts';
import { providerOf } from '../../../domain/providers/providers.ts';
import type { FieldProvider, SentField } from '../../../domain/sync/field-provider.ts';
import { lookAgainAfter, type WantedIntegration } from '../../../domain/sync/integration.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { BegunRound, SyncServices } from './services.ts';

type Sender = NonNullable<FieldProvider['send']>;
type Ended = Pick<WantedIntegration, 'status'> & { message?: string };

/** Sends the fields of a user that a provider is to have, one after the other; those that fail for the moment are kept for a later round. */
export async function sendFields(round: BegunRound, services: SyncServices): Promise<void> {
  const { ownerId, svcUserId, link } = round;
  for (const wanted of await services.store.pending(ownerId, svcUserId, link.provider)) {
    if (round.mustStop()) return void round.lookAgain.push(0);
    await sendField(round, services, wanted);
  }
}

/** Ends the sending of fields to a provider that does not take the credential any more. */
export async function refuseFields(
  { ownerId, svcUserId, link }: Omit<BegunRound, 'provider'>,
  { store, clock }: SyncServices,
  message: string,
): Promise<void> {
  for (const wanted of await store.pending(ownerId, svcUserId, link.provider)) {
    const ended = { ...wanted, ...failed(message), updatedAt: timestamp(clock.now()) };
    await store.saveIntegration(ownerId, svcUserId, ended);
  }
}

/** Sends one field, and stores how that went. */
async function sendField(round: BegunRound, services: SyncServices, wanted: WantedIntegration): Promise<void> {
  const { store, clock } = services;
  let state = wanted;
  const save = async (changes: Partial<WantedIntegration>) => {
    const { message: _, ...kept } = state;
    state = { ...kept, ...changes, updatedAt: timestamp(clock.now()) };
    await store.saveIntegration(round.ownerId, round.svcUserId, state);
  };
  const name = providerOf(round.link.provider).displayName;
  const { send } = round.provider;
  const field = await sentField(round, services, wanted);
  if (!field) return save(failed('The field has no active boundary any more.'));
  if (!send) return save(failed(`Fields cannot be sent to ${name} yet.`));
  const note = (created: NonNullable<WantedIntegration['created']>) => save({ created });
  const ended = await attempt(send, { id: wanted.id, field, created: wanted.created ?? {}, note });
  if (ended.status !== 'PENDING') return save(ended);
  const after = lookAgainAfter(wanted, clock.now());
  if (after === undefined) return save(failed(`${ended.message} ${name} had 30 days for it.`));
  round.lookAgain.push(Math.max(after, ended.afterSeconds ?? 0));
  if (ended.message !== wanted.message) await save(ended);
}

async function attempt(
  send: Sender,
  sending: Parameters<Sender>[0],
): Promise<Ended & { afterSeconds?: number | undefined }> {
  try {
    const sent = await send(sending);
    return sent.kind === 'sent' ? { status: 'SUCCESS' } : { status: 'PENDING', message: sent.message };
  } catch (problem) {
    if (!(problem instanceof ProviderProblem)) throw problem;
    const { message, passes, retryAfterSeconds } = problem;
    return passes ? { status: 'PENDING', message, afterSeconds: retryAfterSeconds ?? 60 } : failed(message);
  }
}

const failed = (message: string) => ({ status: 'FAILED', message }) as const;

/** What is sent of a field; undefined for one that was deleted, or has lost its boundary. */
async function sentField(
  { ownerId, svcUserId }: BegunRound,
  { store, farms, growers }: SyncServices,
  { fieldId, organizationId }: WantedIntegration,
): Promise<SentField | undefined> {
  const field = (await store.field(ownerId, svcUserId, fieldId))?.field;
  const active = (await store.boundaries(ownerId, svcUserId, fieldId)).find(({ status }) => status === 'ACTIVE');
  if (!field || !active) return undefined;
  const farm = field.farmId === undefined ? undefined : await farms.get(ownerId, svcUserId, field.farmId);
  const grower = farm?.growerId === undefined ? undefined : await growers.get(ownerId, svcUserId, farm.growerId);
  return {
    ...{ id: fieldId, name: field.name, farmName: farm?.name, growerName: grower?.name, organizationId },
    ...{ boundaryId: active.id, geometry: active.geometry, areaHectares: active.area.value },
  };
}
