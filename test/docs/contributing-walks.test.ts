import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningFurrow, startFurrow } from '../../bench/running-furrow.ts';
import { read } from '../house/tree.ts';
import { type ProjectCopy, projectCopy } from './project-copy.ts';

/*
 * Follows the walks of CONTRIBUTING.md for a member, a format of soil results and an area in a copy of the sources, which is then started as `npm start` does.
 * That for a provider has a test of its own.
 */

/** The code that the page gives for each file, without the indentation of its list. */
const blocks = new Map(
  [...read('CONTRIBUTING.md').matchAll(/^ *```ts (\S+)\n(.*?)^ *```$/gms)].map(
    ([, file = '', code = '']) => [file, code.replace(/^ {3}/gm, '')] as const,
  ),
);
const fieldFile = 'domain/fields/field.ts';
const maxWait = { timeout: 120_000, interval: 500 };

let project: ProjectCopy;
let furrow: RunningFurrow;
let token: string | undefined;
let svcUserId: string;

beforeAll(async () => {
  project = projectCopy();
  const begin = 'export const fieldMembers = {\n';
  project.replace(fieldFile, begin, begin + blocks.get(fieldFile));
  for (const [file, code] of blocks) if (file !== fieldFile) project.write(file, code);
  const formats = 'adapters/soil/formats/index.ts';
  project.replace(formats, '= [', '= [pipes, ');
  project.write(formats, `import { pipes } from './pipes.ts';\n${project.read(formats)}`);
  const areas = 'functions/areas.ts';
  project.replace(areas, '[] = [\n', '[] = [\n  greetingsApi,\n');
  project.write(areas, `import { greetingsApi } from './areas/greetings/api.ts';\n${project.read(areas)}`);
  const manifests = 'functions/manifests.ts';
  project.replace(manifests, 'const functions = {\n', 'const functions = {\n  greetings,\n');
  project.write(manifests, `import * as greetings from './areas/greetings/manifest.ts';\n${project.read(manifests)}`);

  const state = join(project.folder, 'state');
  furrow = await startFurrow(state, { project: project.folder });
  const signIn = JSON.parse(readFileSync(join(state, 'sign-in.json'), 'utf8'));
  token = (await send('POST', '/api/authenticate', signIn)).id_token;
  const user = { name: 'Ada Grower', email: 'ada@example.com' };
  svcUserId = (await send('POST', '/services/usermanagement/api/users', user)).id;
}, 600_000);

afterAll(async () => {
  await furrow?.stop();
  project.remove();
});

async function send(method: string, path: string, body?: object) {
  const isForm = body instanceof FormData;
  const response = await fetch(furrow.endpoints.baseUrl + path, {
    method,
    headers: {
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text || '{}');
}

test('a member of a field is set, shown, changed and cleared', async () => {
  const ring = [
    [8, 48],
    [8.01, 48],
    [8.01, 48.01],
    [8, 48],
  ];
  const geometry = { type: 'MultiPolygon', coordinates: [[ring]] };
  const fields = `/services/fields/api/users/${svcUserId}/fields`;
  const { id } = await send('POST', fields, { name: 'North', geometry, note: 'Wet in spring.' });
  const note = async () => (await send('GET', `${fields}/${id}`)).note;
  expect(await note()).toBe('Wet in spring.');
  await send('PATCH', `${fields}/${id}`, { note: 'Drained.' });
  expect(await note()).toBe('Drained.');
  await send('PATCH', `${fields}/${id}`, { note: null });
  expect(await note()).toBeUndefined();
  await expect(send('PATCH', `${fields}/${id}`, { note: 'x'.repeat(501) })).rejects.toThrow(/400/);
});

test('a format of soil results is read', async () => {
  const table =
    '#PIPES\nSample ID||Latitude||Longitude||pH||P ppm\n1||48.005||8.005||6.4||21\n2||48.006||8.006||6.8||17\n';
  const form = new FormData();
  const zip = zipSync({ 'lab.txt': new Uint8Array(Buffer.from(table)) });
  form.append('files', new Blob([new Uint8Array(zip)]), 'lab.zip');
  const soil = '/services/soil/api/soil';
  const { id } = await send('POST', `${soil}/batch?svcUserId=${svcUserId}`, form);
  const batch = () => send('GET', `${soil}/batch/${id}`);
  await vi.waitFor(async () => expect((await batch()).status).not.toBe('PROCESSING'), maxWait);
  expect(await batch()).toMatchObject({ status: 'COMPLETED', entries: [{ format: 'pipes' }] });
});

test('an area answers, and asks for a token', async () => {
  const { username } = JSON.parse(readFileSync(join(project.folder, 'state', 'sign-in.json'), 'utf8'));
  expect(await send('GET', '/services/greetings/api/greeting')).toEqual({ hello: username });
  const known = token;
  token = undefined;
  await expect(send('GET', '/services/greetings/api/greeting')).rejects.toThrow(/401/);
  token = known;
});
