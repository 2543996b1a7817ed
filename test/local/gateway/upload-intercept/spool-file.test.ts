import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Spooled, spoolFiles } from '../../../../local/gateway/upload-intercept/spool-file.ts';
import { type Listener, listen } from '../../../../local/http/http-listener.ts';
import { eventually } from '../../../eventually.ts';

const dir = mkdtempSync(join(tmpdir(), 'furrow-spool-'));
let server: Listener;
let spooled: Promise<Spooled> | undefined;
let maxFiles = 1;

beforeAll(async () => {
  server = await listen(
    async (request, response) => {
      spooled = spoolFiles(request, { dir, part: 'file', maxFiles, maxBytes: 1_000_000 });
      await spooled.catch(() => {});
      response.setHeader('connection', 'close').end();
      request.resume();
    },
    { host: '127.0.0.1' },
  );
});

afterAll(async () => {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
});

beforeEach(() => {
  spooled = undefined;
  maxFiles = 1;
});

const post = (body: FormData | string, headers = {}) => fetch(server.endpoint, { method: 'POST', body, headers });

function form(...files: [part: string, content: Buffer, name?: string][]): FormData {
  const made = new FormData();
  for (const [part, content, name] of files) made.append(part, new Blob([new Uint8Array(content)]), name ?? 'a.zip');
  return made;
}

async function filesSpooled() {
  const form = await spooled;
  if (typeof form !== 'object') throw new Error(`spooled as ${form}`);
  return form.files;
}

test('several files of one part are kept in their order, as many as asked for', async () => {
  maxFiles = 2;
  const [first, second] = [randomBytes(300_000), randomBytes(10)];
  await post(form(['file', first, 'a.zip'], ['file', second, 'b.zip'], ['file', second, 'c.zip']));
  const files = await filesSpooled();
  expect(files.map(({ fileName }) => fileName)).toEqual(['a.zip', 'b.zip']);
  expect(files.map(({ path }) => readFileSync(path))).toEqual([first, second]);
  for (const { path } of files) rmSync(path);
  expect(readdirSync(dir)).toEqual([]);
});

test('the file is written to disk byte for byte, with its name', async () => {
  const content = randomBytes(999_999);
  await post(form(['other', Buffer.from('x')], ['file', content, 'Ферма 1.zip']));
  const [file] = await filesSpooled();
  expect(file).toMatchObject({ fileName: 'Ферма 1.zip', sizeBytes: 999_999 });
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(hash(readFileSync(file.path))).toBe(hash(content));
  rmSync(file.path);
});

test('a file of exactly the maximum size is accepted, and one byte more is not', async () => {
  await post(form(['file', Buffer.alloc(1_000_000)]));
  const [file] = await filesSpooled();
  rmSync(file.path);
  await post(form(['file', Buffer.alloc(1_000_001)])).catch(() => {});
  expect(await spooled).toBe('too long');
});

test.each([
  ['no such part', () => post(form(['wrong', Buffer.from('x')]))],
  [
    'a part without a file name',
    () =>
      post('--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nx\r\n--b--\r\n', {
        'content-type': 'multipart/form-data; boundary=b',
      }),
  ],
  [
    'a form cut short',
    () =>
      post('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx', {
        'content-type': 'multipart/form-data; boundary=b',
      }),
  ],
  ['no boundary', () => post('x', { 'content-type': 'multipart/form-data' })],
  ['no form', () => post('{}', { 'content-type': 'application/json' })],
])('%s is unreadable', async (_, send) => {
  await send();
  expect(await spooled).toBe('unreadable');
  expect(readdirSync(dir)).toEqual([]);
});

test('a client that disconnects midway leaves nothing behind', async () => {
  const socket = connect(server.port, '127.0.0.1');
  socket.write(
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 900000\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n',
  );
  socket.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nsome of it');
  await eventually(() => expect(readdirSync(dir)).toHaveLength(1));
  socket.destroy();
  await expect(spooled).rejects.toThrow('went away');
  expect(readdirSync(dir)).toEqual([]);
});
