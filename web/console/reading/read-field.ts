import { ApiProblem } from '../../api/client.ts';
import type { Field } from '../../api/uploads.ts';
import type { SeasonField } from '../season/season.ts';
import type { ConsoleApi } from '../session/console-api.ts';

const fields = '/services/fields/api';

export type FoundField =
  | { step: 'found'; field: SeasonField }
  /** There is none, or it is another owner's: the API does not tell them apart. */
  | { step: 'missing' }
  /** Ids of fields are unique within a user only. */
  | { step: 'several'; users: string[] };

interface ListedField {
  id: string;
  svcUserId: string;
}

/** Finds a field by its id, among all users unless one is named. @throws ApiProblem */
export async function findField(api: ConsoleApi, fieldId: string, svcUserId?: string): Promise<FoundField> {
  const id = encodeURIComponent(fieldId);
  try {
    if (svcUserId !== undefined) return { step: 'found', field: await readField(api, svcUserId, fieldId) };
    const listed = await api.get<ListedField[]>(`${fields}/fields?id=${id}`);
    const [first, second] = listed;
    if (!first) return { step: 'missing' };
    if (second) return { step: 'several', users: listed.map((one) => one.svcUserId) };
    return { step: 'found', field: await readField(api, first.svcUserId, fieldId) };
  } catch (error) {
    // 400: what stands in the URL can be the id of no field.
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return { step: 'missing' };
    throw error;
  }
}

async function readField(api: ConsoleApi, svcUserId: string, fieldId: string): Promise<SeasonField> {
  const path = `${fields}/users/${encodeURIComponent(svcUserId)}/fields/${encodeURIComponent(fieldId)}`;
  const { id, name, geometry, area } = await api.get<Field & { area?: { value: number; unit: string } }>(path);
  return {
    id,
    svcUserId,
    name: name ?? id,
    ...(geometry && { boundary: geometry }),
    ...(area && { area }),
  };
}
