import { expect, test } from 'vitest';
import type { Farm } from '../../../domain/farms/farm.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import { expectProblem } from '../contract/problem.ts';
import { fieldsService } from '../growers/grower.ts';
import { freshOwner } from '../owner.ts';
import { ended, entriesOf, sendFile } from '../uploads/upload.ts';
import { freshUser } from '../users/user.ts';
import { freshFarm } from './farm.ts';

test('an upload with a farm puts its fields under that farm', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const [farm, other] = [await freshFarm(owner, svcUserId), await freshFarm(owner, svcUserId)];
  const query = `&farmId=${farm.id}`;
  const { status, body } = await sendFile(owner, svcUserId, 'fields.zip', sampleFieldsZip(), { query });
  expect(status).toBe(201);
  expect((await ended(owner, body.id)).status).toBe('PROCESSED');
  const made = (await entriesOf(owner, body.id)).flatMap(({ fieldId }) => fieldId).sort();
  expect(made.length).toBeGreaterThan(0);

  const farms = `${fieldsService}/users/${svcUserId}/farms`;
  expect((await owner.get<Farm>(`${farms}/${farm.id}`)).body.fieldIds).toEqual(made);
  expect((await owner.get<Farm>(`${farms}/${other.id}`)).body.fieldIds).toEqual([]);
  const { body: listed } = await owner.get<Field[]>(`${fieldsService}/fields?farmId=${farm.id}&size=100`);
  expect(listed.map(({ id, farmId }) => [id, farmId])).toEqual(made.map((id) => [id, farm.id]));
});

test('an upload into a farm that the user does not have is 404', async () => {
  const owner = await freshOwner();
  const [ada, ben] = [await freshUser(owner), await freshUser(owner)];
  const farm = await freshFarm(owner, ben.id);
  for (const farmId of [farm.id, 2_147_483_647]) {
    const answer = await sendFile<unknown>(owner, ada.id, 'a.zip', sampleFieldsZip(), { query: `&farmId=${farmId}` });
    expectProblem(answer, 404, 'farmNotFound');
  }
});
