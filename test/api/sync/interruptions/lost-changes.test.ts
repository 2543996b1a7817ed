import { expect, test } from 'vitest';
import type { Boundary } from '../../../../domain/fields/boundary.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import { freshOwner } from '../../owner.ts';
import { anotherRound } from '../fetched-files.ts';
import { ownFarm } from '../own-farm.ts';
import { controlSandbox, useSandboxes } from '../sandboxes.ts';

useSandboxes();
const owner = await freshOwner();
const farm = await ownFarm('7401');

test('a change that could not be taken over, though its list was read to the end, comes with the next attempt', async () => {
  const svcUserId = await farm.user(owner);
  const path = `/services/fields/api/users/${svcUserId}/fields`;
  const [field] = (await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${svcUserId}`)).body;
  const statuses = async () =>
    (await owner.get<Boundary[]>(`${path}/${field?.id}/boundaries`)).body.map(({ status }) => status);
  expect(await statuses()).toEqual(['ACTIVE']);
  const larger = [9.99, 49.99, 10.01, 50.01] as const;
  const [west, south, east, north] = larger;
  const outer = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
  await controlSandbox('JohnDeere', 'PUT', '/world/boundaries/b7401', { polygons: [[outer]] });
  const ofField = `/fields/${farm.fieldId}/boundaries`;
  await controlSandbox('JohnDeere', 'POST', '/faults', { next: [{ path: ofField, status: 500 }] });
  await anotherRound(owner, svcUserId);
  expect(await statuses()).toEqual(['OUTDATED_ON_PROVIDER', 'ACTIVE']);
});
