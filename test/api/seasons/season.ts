import type { NewSeason, Season } from '../../../domain/seasons/season.ts';
import { fieldsService } from '../growers/grower.ts';
import type { TestOwner } from '../owner.ts';

/** Creates a season of a field over HTTP. */
export async function freshSeason(
  owner: TestOwner,
  svcUserId: string,
  fieldId: string,
  members: Partial<NewSeason> = {},
): Promise<Season> {
  const wanted = { name: 'Wheat', fieldId, startDate: '2026-04-01', endDate: '2026-08-31', ...members };
  const { status, body } = await owner.post<Season>(`${fieldsService}/users/${svcUserId}/seasons`, wanted);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
