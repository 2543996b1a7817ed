import type { Grower } from '../../../domain/growers/grower.ts';
import type { TestOwner } from '../owner.ts';

export const fieldsService = '/services/fields/api';

/** Creates a grower over HTTP. */
export async function freshGrower(owner: TestOwner, svcUserId: string, name = 'Meadow Farming Ltd'): Promise<Grower> {
  const { status, body } = await owner.post<Grower>(`${fieldsService}/users/${svcUserId}/growers`, { name });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
