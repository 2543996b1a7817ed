import type { Field } from '../../../domain/fields/field.ts';
import { fieldsService } from '../growers/grower.ts';
import type { TestOwner } from '../owner.ts';
import { triangle } from './zone.ts';

/** Creates a field by hand, over HTTP. */
export async function freshField(owner: TestOwner, svcUserId: string, members: object = {}): Promise<Field> {
  const wanted = { geometry: triangle, ...members };
  const { status, body } = await owner.post<Field>(`${fieldsService}/users/${svcUserId}/fields`, wanted);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
