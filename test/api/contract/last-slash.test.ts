import { expect, test } from 'vitest';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import { freshOwner, request } from '../owner.ts';
import { sendForm } from '../send-form.ts';
import { freshUser, usersPath } from '../users/user.ts';

const ada = { name: 'Ada', email: 'ada@example.com' };
const corners = [
  [0, 0],
  [0.01, 0],
  [0.01, 0.01],
  [0, 0],
];

test('users and fields are created, read, changed and deleted below paths that end with a slash', async () => {
  const owner = await freshOwner();
  const made = await owner.post<{ id: string; name: string }>(`${usersPath}/`, ada);
  expect(made.status).toBe(201);
  const user = `${usersPath}/${made.body.id}`;
  expect(made.headers.get('location')).toMatch(new RegExp(`${user}$`));
  expect((await owner.get<unknown[]>(`${usersPath}/?size=5`)).body).toHaveLength(1);
  const sent = { json: { name: 'Ada Byron' }, stage: 'access' } as const;
  expect((await owner.call<{ name: string }>('PATCH', `${user}/`, sent)).body.name).toBe('Ada Byron');

  const fields = `/services/fields/api/users/${made.body.id}/fields`;
  const geometry = { type: 'Polygon', coordinates: [corners] };
  const field = await owner.post<{ id: string }>(`${fields}//`, { name: 'North', geometry });
  expect(field.status).toBe(201);
  expect((await owner.get<{ name: string }>(`${fields}/${field.body.id}/`)).body.name).toBe('North');
  expect((await owner.call('HEAD', '/services/fields/api/fields/')).status).toBe(200);
  expect((await owner.call('DELETE', `${fields}/${field.body.id}/`)).status).toBe(204);
  expect((await owner.call('DELETE', `${user}/`)).status).toBe(204);
});

test('a repeated request is recognised with and without the slash', async () => {
  const owner = await freshOwner();
  const headers = { 'idempotency-key': 'once' };
  const first = await owner.post<{ id: string }>(`${usersPath}/`, ada, { headers });
  const second = await owner.post<{ id: string }>(usersPath, ada, { headers });
  expect([first.status, second.body.id]).toEqual([201, first.body.id]);
});

test('files of any size are accepted with the slash too', async () => {
  const owner = await freshOwner();
  const { id } = await freshUser(owner);
  const uploads = `/services/uploadservice/api/upload/?svcUserId=${id}`;
  for (const padding of [0, 5_000_000]) {
    const content = Buffer.concat([Buffer.alloc(padding), sampleFieldsZip()]);
    expect((await sendForm(owner, uploads, 'sample.zip', content)).status).toBe(201);
  }
});

test('OPTIONS of such a path is answered without running an endpoint', async () => {
  expect((await request('OPTIONS', `${usersPath}/`)).status).toBe(204);
});
