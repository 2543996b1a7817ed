import type { Farm, GivenFarm } from '../../../domain/farms/farm.ts';
import { fieldsService } from '../growers/grower.ts';
import type { TestOwner } from '../owner.ts';

/** Creates a farm over HTTP. */
export async function freshFarm(owner: TestOwner, svcUserId: string, members: Partial<GivenFarm> = {}): Promise<Farm> {
  const wanted = { name: 'North farm', ...members };
  const { status, body } = await owner.post<Farm>(`${fieldsService}/users/${svcUserId}/farms`, wanted);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
