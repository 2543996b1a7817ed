import { invalid, notFound } from '../../../../domain/errors.ts';
import type { Grower } from '../../../../domain/growers/grower.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { ofExistingUsers } from '../of-existing-users.ts';
import type { FieldsServices } from '../services.ts';
import { maxAffected } from './endpoints.ts';

/** A message of SQS has 256 kB, and ids up to 64 characters. */
const idsInMessage = 2_000;

export const enableGrowersSync: Handler<typeof fieldsApi.endpoints.enableGrowersSync, FieldsServices> = async (
  { body, owner, once },
  services,
) =>
  once.decided<[string, string[]][]>(
    () => affectedBy(owner.id, body.growerIds, services),
    async (affected) => {
      for (const [svcUserId, fieldIds] of affected) await queue(owner.id, svcUserId, fieldIds, services);
      return { status: 200, body: { affectedFieldIds: affected.flatMap(([, fieldIds]) => fieldIds) } };
    },
  );

/** The fields in PREVIEW of these growers, by user. */
async function affectedBy(
  ownerId: string,
  growerIds: number[],
  services: FieldsServices,
): Promise<[string, string[]][]> {
  const growers = await existingGrowers(ownerId, [...new Set(growerIds)], services);
  const affected = new Map<string, string[]>();
  let room = maxAffected + 1;
  for (const { id, svcUserId } of growers) {
    const previews = await services.sync.previewsOf(ownerId, id, room);
    room -= previews.length;
    affected.set(svcUserId, [...(affected.get(svcUserId) ?? []), ...previews]);
  }
  if (room === 0) throw tooMany();
  return [...affected];
}

async function existingGrowers(ownerId: string, ids: number[], services: FieldsServices): Promise<Grower[]> {
  const found = await Promise.all(ids.map((id) => services.growers.find(ownerId, id)));
  const growers = await ofExistingUsers(
    ownerId,
    found.flatMap((grower) => grower ?? []),
    services,
  );
  const missing = ids.find((id) => !growers.some((grower) => grower.id === id));
  if (missing !== undefined) throw notFound('grower', missing);
  return growers;
}

async function queue(
  ownerId: string,
  svcUserId: string,
  fieldIds: string[],
  { syncQueue }: FieldsServices,
): Promise<void> {
  for (let start = 0; start < fieldIds.length; start += idsInMessage) {
    await syncQueue.send({ ownerId, svcUserId, enable: fieldIds.slice(start, start + idsInMessage) });
  }
}

function tooMany() {
  const message = `These growers have more than ${maxAffected} fields in PREVIEW. Name fewer growers at once.`;
  return invalid('#/growerIds', message, 'tooManyFields');
}
