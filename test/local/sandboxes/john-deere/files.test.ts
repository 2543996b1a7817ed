import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../sandbox-client.ts';
import { type Deere, deere, harvest } from './deere.ts';

let sandbox: Deere;
beforeAll(async () => {
  sandbox = await deere();
});
afterAll(() => sandbox.close());

const sample = readFileSync(new URL('../../../../local/sandboxes/world/samples/harvest-of-jen-3.zip', import.meta.url));
const binary = { accept: 'application/octet-stream' };

describe('files of John Deere', () => {
  test('of an operation are ready after some time, at a URL that takes no token and ends', async () => {
    const statuses = [];
    let answer = await sandbox.call(`${harvest}?shapeType=Polygon&resolution=OneHertz`);
    for (; answer.status === 202; answer = await sandbox.call(`${harvest}?shapeType=Polygon&resolution=OneHertz`))
      statuses.push(202);
    expect([...statuses, answer.status]).toEqual([202, 202, 307]);
    const location = answer.headers.get('location') ?? '';
    expect(new URL(location).port).not.toBe(new URL(sandbox.endpoint).port);
    expect((await ask(location)).bytes.equals(sample)).toBe(true);
    const part = await ask(location, { headers: { range: 'bytes=10-' } });
    expect([part.status, part.bytes.equals(sample.subarray(10))]).toEqual([206, true]);
    const changed = await ask(location, { headers: { range: 'bytes=10-', 'if-range': '"another"' } });
    expect([changed.status, changed.bytes.length]).toEqual([200, sample.length]);
    sandbox.clock.now += 3_600_000;
    expect((await ask(location)).status).toBe(403);
  });

  test('are sent in the ranges that are asked for', async () => {
    const part = await sandbox.call('/platform/files/577499743', { headers: { ...binary, range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${sample.length}`]);
    expect(part.bytes.equals(sample.subarray(100, 200))).toBe(true);
    const other = await sandbox.call(`/platform/files/577499743?offset=${sample.length - 5}&size=10`, {
      headers: binary,
    });
    expect(other.bytes.equals(sample.subarray(-5))).toBe(true);
    const behind = await sandbox.call('/platform/files/577499743', {
      headers: { ...binary, range: `bytes=${sample.length}-` },
    });
    expect(behind.status).toBe(416);
  });

  test('of more than 50 MB are sent in ranges only', async () => {
    const length = 60 * 1024 * 1024;
    await sandbox.control('PUT', '/world/files/577499743', { filling: { length } });
    expect((await sandbox.call('/platform/files/577499743', { headers: binary })).status).toBe(400);
    const part = await sandbox.call('/platform/files/577499743', { headers: { ...binary, range: 'bytes=-4097' } });
    expect([part.status, part.bytes.length, part.headers.get('content-range')]).toEqual([
      206,
      4097,
      `bytes ${length - 4097}-${length - 1}/${length}`,
    ]);
    await sandbox.control('PUT', '/world/files/577499743', { filling: { sample: 'harvest-of-jen-3' } });
  });

  test('are created by name, and then filled', async () => {
    const { status, headers } = await sandbox.call('/platform/organizations/1234/files', {
      method: 'POST',
      body: { name: 'rx-of-01.zip' },
    });
    const location = headers.get('location') ?? '';
    expect(status).toBe(201);
    expect((await sandbox.call(location)).body.status).toBe('UPLOAD_PENDING');
    const bytes = Buffer.from('PK\u0003\u0004 Rx/zones.shp');
    const put = await sandbox.call(location, {
      method: 'PUT',
      headers: { 'content-type': 'application/zip' },
      body: bytes,
    });
    expect([put.status, put.bytes.length]).toEqual([204, 0]);
    expect((await sandbox.call(location)).body).toMatchObject({
      status: 'READY',
      type: 'PRESCRIPTION',
      nativeSize: bytes.length,
    });
    expect((await sandbox.call(location, { headers: { accept: 'application/zip' } })).bytes.equals(bytes)).toBe(true);
  });

  test.each(['abc', 'with space.zip', `${'a'.repeat(66)}.zip`])('are not created by the name %s', async (name) => {
    const { status, body } = await sandbox.call('/platform/organizations/1234/files', {
      method: 'POST',
      body: { name },
    });
    expect([status, body[0].field]).toEqual([400, 'name']);
  });

  test('are only those of connected organizations', async () => {
    await sandbox.control('PUT', '/world/organizations/1234', { isConnected: false });
    expect((await sandbox.call('/platform/files')).body.total).toBe(0);
    expect((await sandbox.call('/platform/files/577499743')).status).toBe(403);
    expect((await sandbox.call(harvest)).status).toBe(403);
    await sandbox.control('PUT', '/world/organizations/1234', { isConnected: true });
  });
});
