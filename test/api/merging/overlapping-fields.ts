import { partition } from '../../../adapters/aws/dynamodb/partition.ts';
import type { FarmEvent } from '../../../domain/events/event.ts';
import type { Field } from '../../../domain/fields/field.ts';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { UsageFact } from '../../../domain/usage/usage-fact.ts';
import { idle, table } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';

export const fieldsService = '/services/fields/api';

/** A user with or without merging. */
export interface MergingUser {
  svcUserId: string;
  path: string;
  create(id: string, geometry: MultiPolygon, members?: object): Promise<void>;
  /** All fields, once no work is under way. */
  fields(): Promise<Field[]>;
  merged(): Promise<Field[]>;
  field(id: string): Promise<Field>;
  /** The types of the events of a field, the oldest first. */
  events(fieldId: string): Promise<string[]>;
  /** Usage recorded so far: ids of boundaries. */
  usage(): Promise<string[]>;
}

export async function mergingUser(
  owner: TestOwner,
  settings: object = { fieldsAutoMerge: true },
): Promise<MergingUser> {
  const { id: svcUserId } = await freshUser(owner);
  await owner.post(`/services/config/api/configs/${svcUserId}`, settings);
  const path = `${fieldsService}/users/${svcUserId}/fields`;
  const fields = async () => {
    await idle();
    return (await owner.get<Field[]>(`${fieldsService}/fields?svcUserId=${svcUserId}&size=100`)).body;
  };
  return {
    svcUserId,
    path,
    fields,
    async create(id, geometry, members) {
      const { status, body } = await owner.post(path, { id, geometry, ...members });
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    },
    merged: async () => (await fields()).filter(({ type }) => type === 'MERGED'),
    field: async (id) => (await owner.get<Field>(`${path}/${id}`)).body,
    async events(fieldId) {
      const items = (await partition(table('events'), `${owner.owner.id}#${svcUserId}`)) as unknown as FarmEvent[];
      return items.filter(({ payload }) => payload.fieldId === fieldId).map(({ type }) => type);
    },
    async usage() {
      const items = await partition(table('usage'), `${owner.owner.id}#${svcUserId}`);
      return items.map(({ fact }) => (fact as UsageFact).sourceId);
    },
  };
}
