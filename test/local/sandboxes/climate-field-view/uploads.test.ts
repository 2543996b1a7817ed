import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Climate, climate } from './climate.ts';

const mebibyte = 1024 * 1024;
let sandbox: Climate;
beforeEach(async () => {
  sandbox = await climate();
});
afterEach(() => sandbox.close());

describe('uploads to Climate FieldView', () => {
  const bytes = Buffer.alloc(5 * mebibyte + 100, 'a');
  const sum = createHash('md5').update(bytes);
  const [hex, base64] = [sum.copy().digest('hex'), sum.copy().digest('base64')];
  const create = (md5: string) =>
    sandbox.call('/v4/uploads', {
      method: 'POST',
      body: { contentType: 'application/vnd.climate.rx.planting.shp', md5, length: bytes.length },
    });
  const put = (id: string, start: number, end: number, range = `bytes ${start}-${end - 1}/${bytes.length}`) =>
    sandbox.call(`/v4/uploads/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'content-range': range },
      body: bytes.subarray(start, end),
    });
  const status = async (id: string) => (await sandbox.call(`/v4/uploads/${id}/status`)).body.status;

  test.each([
    ['hexadecimal', hex],
    ['base 64', base64],
  ])('come in parts, with a sum in %s', async (_, md5) => {
    const created = await create(md5);
    expect([created.status, typeof created.body]).toEqual([201, 'string']);
    expect((await put(created.body, 0, 5 * mebibyte)).status).toBe(204);
    expect((await put(created.body, 0, 5 * mebibyte)).status).toBe(204);
    expect(await status(created.body)).toBe('UPLOADING');
    expect((await put(created.body, 5 * mebibyte, bytes.length)).status).toBe(204);
    const seen = [await status(created.body), await status(created.body)];
    const query = await sandbox.call('/v4/uploads/status/query', { method: 'POST', body: { ids: [created.body] } });
    expect([...seen, query.body.results[0].status]).toEqual(['PENDING', 'IMPORTING', 'SUCCESS']);
  });

  test('with another sum are invalid', async () => {
    const { body } = await create('0'.repeat(32));
    await put(body, 0, 5 * mebibyte);
    await put(body, 5 * mebibyte, bytes.length);
    expect(await status(body)).toBe('INVALID');
  });

  test('have no gaps, no small parts and the right ranges', async () => {
    const { body } = await create(hex);
    expect((await put(body, 5 * mebibyte, bytes.length)).status).toBe(400);
    expect((await put(body, 0, mebibyte)).status).toBe(400);
    expect((await put(body, 0, 5 * mebibyte, `bytes 0-${5 * mebibyte}/${bytes.length}`)).status).toBe(400);
  });

  test.each([
    [{ fieldName: 'Sent', farmName: 'New farm' }, 'SUCCESS', 1],
    [{ fieldName: undefined, farmName: 'New farm' }, 'INVALID', 0],
  ])('of a field with %o end in %s', async (properties, end, found) => {
    const ring = [
      [-93, 41],
      [-92.99, 41],
      [-92.99, 41.01],
      [-93, 41],
    ];
    const field = { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
    const sent = Buffer.from(JSON.stringify(field));
    const md5 = createHash('md5').update(sent).digest('hex');
    const { body: id } = await sandbox.call('/v4/uploads', {
      method: 'POST',
      body: { contentType: 'application/vnd.climate.field.geojson', md5, length: sent.length },
    });
    await sandbox.call(`/v4/uploads/${id}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/octet-stream',
        'content-range': `bytes 0-${sent.length - 1}/${sent.length}`,
      },
      body: sent,
    });
    for (let times = 0; times < 2; times += 1) await status(id);
    expect(await status(id)).toBe(end);
    const { body } = await sandbox.call('/v4/fields?fieldName=Sent');
    expect((body.results ?? []).filter(({ name }: { name: string }) => name === properties.fieldName).length).toBe(
      found,
    );
  });
});
