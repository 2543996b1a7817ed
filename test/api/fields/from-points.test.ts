import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordKey } from '../../../adapters/aws/dynamodb/operations/operation-item.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { failedBatch, operationsService, processed, type ShownFile } from '../machine-files/batch.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { fieldsPath } from './field.ts';

const [owner, stranger] = [await freshOwner(), await freshOwner()];
let svcUserId = '';
let file: ShownFile;

const path = (user = svcUserId) => fieldsPath(user, '/fromPoints');
const make = (json: object, user = svcUserId) => owner.post<Field>(path(user), json);

beforeAll(async () => {
  svcUserId = (await freshUser(owner)).id;
  // Twenty passes of 200 m, each 10 m wide.
  const harvest = harvestCsv({ passes: 20, records: 100 });
  file = (await processed(owner, svcUserId, 'a.zip', zipOf({ 'a.csv': harvest }))).files[0] as ShownFile;
});

describe('a field from points', () => {
  test('is the ground that was worked, with a URL, and its file is attached to it', async () => {
    const { status, body, headers } = await make({ fileId: file.id, name: 'Wheat', id: 'worked' });
    expect([status, body]).toMatchObject([201, { id: 'worked', name: 'Wheat', svcUserId, type: 'ORIGINAL' }]);
    // 20 swaths of 10 m, and half a swath before and behind each of 198 m.
    expect(body.area?.value).toBeCloseTo((200 * 208) / 1e4, 1);
    expect(body.geometry?.coordinates.map((rings) => rings.length)).toEqual([1]);
    expect((await owner.get(headers.get('location') ?? '')).body).toEqual(body);
    await idle();
    const files = await owner.get<{ id: string }[]>(fieldsPath(svcUserId, '/worked/operations/files'));
    expect(files.body.map(({ id }) => id)).toEqual([file.id]);
    const [operation] = (
      await owner.get<{ id: string }[]>(`${operationsService}/operations?svcUserId=${svcUserId}&fieldId=worked`)
    ).body;
    const again = await make({ operationId: operation?.id });
    expect(again.status).toBe(201);
    expect((again.body.area?.value ?? 0) / (body.area?.value ?? 1)).toBeCloseTo(1, 2);
  });

  test('can be buffered, is created once for one key, and keeps an id to one field', async () => {
    // A file that a new field is matched with is being processed.
    await idle();
    const { body } = await make({ fileId: file.id, bufferMeters: 15 });
    expect(body.area?.value).toBeCloseTo((220 * 228) / 1e4, 1);
    await idle();
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [
      await owner.post<Field>(path(), { fileId: file.id }, { headers }),
      await owner.post<Field>(path(), { fileId: file.id }, { headers }),
    ];
    expect([first.status, second.body]).toEqual([201, first.body]);
    await idle();
    expectProblem(await make({ fileId: file.id, id: 'worked' }), 409, 'fieldIdTaken');
  });

  test('needs one file or operation of the same user that has points', async () => {
    await idle();
    const foreign = (await freshUser(stranger)).id;
    const other = (await freshUser(owner)).id;
    expectProblem(await make({}), 400);
    expectProblem(await make({ fileId: file.id, operationId: file.id }), 400);
    expectProblem(await make({ fileId: file.id, bufferMeters: -1 }), 400);
    expectProblem(await make({ fileId: crypto.randomUUID() }), 404, 'fileNotFound');
    expectProblem(await make({ operationId: crypto.randomUUID() }), 404, 'operationNotFound');
    expectProblem(await make({ fileId: file.id }, other), 404, 'fileNotFound');
    expectProblem(await stranger.post(path(foreign), { fileId: file.id }), 404, 'fileNotFound');
    expectProblem(await make({ fileId: file.id, farmId: 999_999 }), 404, 'farmNotFound');
    const table = harvestCsv().replaceAll(/\n[\d.]+,[\d.]+,/g, '\n,,');
    const [unplaced] = (await processed(owner, svcUserId, 'b.zip', zipOf({ 'b.csv': table }))).files;
    if (unplaced?.status === 'failed') expectProblem(await make({ fileId: unplaced.id }), 409, 'fileFailed');
    else expectProblem(await make({ fileId: unplaced?.id }), 400, 'noPoints');
    expect((await failedBatch(owner, svcUserId)).status).toBe('FAILED');
  });

  test('is refused above a million points, with their number, before any is read', async () => {
    await idle();
    const { client, name } = table('operations');
    // A file of a million points takes minutes to process; this one says that it has them.
    await client.send(
      new UpdateCommand({
        TableName: name,
        Key: recordKey(owner.owner.id, file.id, 'file'),
        UpdateExpression: 'SET #file.pointCounts.kept = :many',
        ExpressionAttributeNames: { '#file': 'file' },
        ExpressionAttributeValues: { ':many': 1_000_001 },
      }),
    );
    const operations = `${operationsService}/operations?svcUserId=${svcUserId}&fieldId=worked`;
    const [operation] = (await owner.get<{ id: string }[]>(operations)).body;
    expect(operation).toBeDefined();
    for (const source of [{ fileId: file.id }, { operationId: operation?.id }]) {
      const answer = await make(source);
      expectProblem(answer, 400, 'tooManyPoints');
      expect(JSON.stringify(answer.body)).toContain('It has 1000001 points; the limit is 1000000.');
    }
  });
});

const corpus = process.env.CORPUS_DIR;
const soybeans = 'JohnDeere+SampleData/Export From MyJohnDeere - Harvest.zip';

test.skipIf(!corpus)(
  'a real harvest becomes a field of the area that its machine reports as worked',
  async () => {
    const { id } = await freshUser(owner);
    const zip = readFileSync(join(corpus ?? '', soybeans));
    const harvest = (await processed(owner, id, 'real.zip', zip)).files.find(({ status }) => status === 'processed');
    const { status, body } = await make({ fileId: harvest?.id }, id);
    expect(status).toBe(201);
    // The sum of swaths counts twice what was worked twice; the corpus compares it with the columns of the source.
    const swaths = (harvest?.summary?.properties.totalArea?.value ?? 0) / 1e4;
    const hectares = body.area?.value ?? 0;
    expect(hectares / swaths).toBeGreaterThan(0.97);
    expect(hectares / swaths).toBeLessThan(1.01);
    expect(body.geometry?.coordinates.map((rings) => rings.length)).toEqual([1]);
  },
  120_000,
);
