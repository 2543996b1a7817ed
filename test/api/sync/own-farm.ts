import { afterAll } from 'vitest';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { cloudClock, idle } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';
import { anotherRound, roundEnded, wantingUser } from './fetched-files.ts';
import { controlSandbox, sandboxCredential } from './sandboxes.ts';

const change = (method: string, collection: string, id: string, body?: object) =>
  controlSandbox('JohnDeere', method, `/world/${collection}/${id}`, body);

/** An organization of its own in the sandbox of John Deere, with one field around the made-up harvest; taken away after the tests of a file. */
export async function ownFarm(organizationId: string) {
  const own = { organizationId, archived: false };
  const ids = { clients: `c${organizationId}`, farms: `f${organizationId}`, fields: `field-${organizationId}` };
  const added: [collection: string, id: string][] = [];
  const add = async (collection: string, id: string, members: object) => {
    await change('PUT', collection, id, members);
    if (!added.some(([one, other]) => one === collection && other === id)) added.push([collection, id]);
  };
  const now = () => new Date(cloudClock.now()).toISOString();
  await add('organizations', organizationId, { name: `Farm ${organizationId}`, type: 'customer', isConnected: true });
  await add('clients', ids.clients, { ...own, name: 'Client' });
  await add('farms', ids.farms, { ...own, clientId: ids.clients, name: 'Farm' });
  const addField = async (id: string, boundaryId: string) => {
    const parents = { clientId: ids.clients, farmId: ids.farms };
    await add('fields', id, { ...own, ...parents, name: id, modified: now() });
    const [west, south, east, north] = [9.999, 49.999, 10.002, 50.002];
    const outer = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ];
    await add('boundaries', boundaryId, {
      ...own,
      ...{ fieldId: id, name: 'Boundary', polygons: [[outer]], active: true, irrigated: false },
      ...{ sourceType: 'HandDrawn', created: now(), modified: now() },
    });
  };
  await addField(ids.fields, `b${organizationId}`);
  afterAll(async () => {
    for (const [collection, id] of added.toReversed()) await change('DELETE', collection, id).catch(() => undefined);
  });

  /** A user who has selected this organization alone, after what the settings do at once. */
  const selected = async (owner: TestOwner, settings: object = {}): Promise<string> => {
    const svcUserId = await wantingUser(owner, { organizationDataSync: 'SELECTED_ONLY', ...settings });
    await sandboxCredential(owner, svcUserId, 'JohnDeere');
    await idle();
    const path = `/services/usermanagement/api/users/${svcUserId}/JohnDeere/organizations`;
    // Where fields do not follow by themselves, nothing has read the organizations.
    await owner.post(`${path}/sync`);
    await idle();
    const { status, body } = await owner.call('PATCH', `${path}/${organizationId}/SELECTED`);
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    await roundEnded();
    return svcUserId;
  };

  return {
    selected,
    fieldId: ids.fields,
    /** Adds a field on the same ground. */
    field: (id: string) => addField(id, `b-${id}`),
    /** Adds a logged file, or replaces its content. */
    file: (id: string, filling: object, members: object = {}) =>
      add('files', id, {
        ...own,
        ...{ name: `${id}.zip`, type: 'DOC', source: 'Machine', status: 'READY', isFromMachine: true },
        ...{ created: now(), modified: now(), filling, ...members },
      }),
    /** Adds an operation on the field, or replaces its content. */
    operation: (id: string, shapefile: object | undefined, members: object = {}) =>
      add('operations', id, {
        organizationId,
        ...{ fieldId: ids.fields, type: 'harvest', cropSeason: '2024', measurements: {}, polls: 0, modified: now() },
        ...{ start: '2024-08-01T12:00:00.000Z', end: '2024-08-01T12:01:40.000Z', ...(shapefile && { shapefile }) },
        ...members,
      }),
    /** A user who has selected this organization alone, after a round. */
    async user(owner: TestOwner, settings: object = {}): Promise<string> {
      const svcUserId = await selected(owner, settings);
      await anotherRound(owner, svcUserId);
      return svcUserId;
    },
  };
}

/** The content of made-up harvests, each of which becomes a machine file. */
export function harvestFilling(...harvests: NonNullable<Parameters<typeof harvestCsv>[0]>[]): { base64: string } {
  const all = harvests.length > 0 ? harvests : [{}];
  const files = all.map((options, at) => [`harvest${at}.csv`, harvestCsv(options)] as const);
  return { base64: Buffer.from(zipOf(Object.fromEntries(files))).toString('base64') };
}
