import { expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import { freshOwner } from '../owner.ts';
import { type Row, runQuery } from '../query/query.ts';
import { filesOf, roundEnded, wantingUser } from './fetched-files.ts';
import { sandboxCredential, useSandboxes } from './sandboxes.ts';

const owner = await freshOwner();
useSandboxes();
const harvestOfJen = 'MTIzNF81ZGJiMTBkZmM3ODg4ZDMxZDA1MzUxOWM';

test('a John Deere credential brings machine files, whose points can be queried', async () => {
  const svcUserId = await wantingUser(owner);
  await sandboxCredential(owner, svcUserId, 'JohnDeere');
  await roundEnded();
  const [harvest] = await filesOf(owner, svcUserId, `&providerFileId=${harvestOfJen}`);
  expect(harvest).toMatchObject({
    status: 'processed',
    origin: 'provider',
    provider: 'JohnDeere',
    organizationId: '1234',
    operationType: 'harvested',
  });
  const fields = (await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${svcUserId}&size=100`)).body;
  const jen = fields.find(({ name }) => name === 'Jen-3');
  expect(harvest?.fields).toEqual([jen?.id]);
  expect((await runQuery<Row[]>(owner, 'SELECT COUNT(*) AS n FROM points')).body).toEqual([{ n: 43_830 }]);
});
