import { freshWorld, openSession, type World } from '../../api/contract/world.ts';
import { freshOwner, type TestOwner } from '../../api/owner.ts';
import { freshSeason } from '../../api/seasons/season.ts';
import { freshUser } from '../../api/users/user.ts';
import { freshField } from '../../api/zones/field.ts';
import { freshZone } from '../../api/zones/zone.ts';

/** Ids that requests may name, in the form that `hooks.py` reads. */
export interface Known {
  owner: TestOwner;
  /** Ids for requests that only read, by name. */
  look: World['ids'];
  /** Ids for requests that change something. */
  change: World['ids'];
  /** Ids by method and path: one set for all of its requests, or one for each request that uses it up. */
  spare: Record<string, Record<string, string> | Record<string, string>[]>;
}

const users = '/services/usermanagement/api/users';
const fields = '/services/fields/api/users/{svcUserId}/fields';
const seasons = '/services/fields/api/users/{svcUserId}/seasons';
const session = '/services/uploadservice/api/upload-sessions/{sessionId}';

/** Creates an owner with two users that have one of everything, and resources to be deleted. */
export async function makeKnown(spares: number): Promise<Known> {
  const owner = await freshOwner();
  const look = await freshWorld(owner);
  const change = await freshWorld(owner);
  const { svcUserId = '', fieldId = '' } = change.ids;
  const other = async () => (await freshUser(owner)).id;
  const field = { svcUserId, 'fields.id': (await freshField(owner, svcUserId)).id };
  const many = async (make: () => Promise<Record<string, string>>) => {
    const made: Record<string, string>[] = [];
    while (made.length < spares) made.push(await make());
    return made;
  };
  return {
    owner,
    look: look.ids,
    change: change.ids,
    spare: {
      [`DELETE ${users}/{id}`]: await many(async () => ({ id: await other() })),
      [`DELETE ${fields}/{id}`]: await many(async () => ({ svcUserId, id: (await freshField(owner, svcUserId)).id })),
      [`PATCH ${fields}/{id}`]: field,
      [`PUT ${fields}/{fieldId}/boundary`]: { fieldId: field['fields.id'] },
      [`DELETE ${seasons}/{seasonId}`]: await many(async () => ({
        svcUserId,
        seasonId: (await freshSeason(owner, svcUserId, fieldId)).id,
      })),
      'DELETE /services/fields/api/zones/{zoneId}': await many(async () => ({
        zoneId: (await freshZone(owner, svcUserId, fieldId)).id,
      })),
      [`DELETE ${session}`]: await many(async () => ({ sessionId: await openSession(owner, svcUserId) })),
      'DELETE /services/config/api/configs/{svcUserId}': { svcUserId: await other() },
      'POST /services/config/api/configs/{svcUserId}': await many(async () => ({ svcUserId: await other() })),
    },
  };
}
