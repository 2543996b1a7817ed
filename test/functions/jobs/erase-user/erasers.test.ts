import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Eraser, inOrder } from '../../../../domain/erasure/eraser.ts';
import { allErasers } from '../../../../functions/jobs/erase-user/erasers.ts';
import { queueVariable } from '../../../../functions/manifest/job.ts';
import { type Table, tableVariable } from '../../../../functions/manifest/table.ts';
import { functionNeeds, jobNames, prefixes, tableNames, tables } from '../../../../functions/manifests.ts';

const needNone = [
  ...prefixes.flatMap(({ bucket, prefix, withoutEraser }) => (withoutEraser ? [`${bucket}:${prefix}`] : [])),
  ...tableNames.filter((name) => (tables[name] as Table).withoutEraser !== undefined),
];

let erasers: Eraser[];
let covered: string[];

beforeAll(() => {
  vi.stubEnv('FILES_BUCKET', 'files').stubEnv('LAKE_BUCKET', 'lake').stubEnv('AWS_REGION', 'eu-central-1');
  for (const name of tableNames) vi.stubEnv(tableVariable(name), name);
  for (const name of jobNames) vi.stubEnv(queueVariable(name), `http://127.0.0.1:1/${name}`);
  erasers = allErasers();
  covered = erasers.map(({ covers }) => covers);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

test.each(tableNames)('the table %s has an eraser, or a reason to have none', (name) => {
  expect([...covered, ...needNone]).toContain(name);
});

test.each(prefixes)('the prefix $bucket:$prefix has an eraser, or a reason to have none', ({ bucket, prefix }) => {
  expect([...covered, ...needNone]).toContain(`${bucket}:${prefix}`);
});

test('each dataset exists, and has either an eraser or a reason, once', () => {
  const datasets = [...covered, ...needNone];
  expect(new Set(datasets).size).toBe(datasets.length);
  const owned = prefixes.map(({ bucket, prefix }) => `${bucket}:${prefix}`);
  for (const dataset of datasets) {
    const [first = ''] = dataset.split(':');
    expect([...tableNames, ...owned]).toContain((tableNames as readonly string[]).includes(first) ? first : dataset);
  }
});

test('the function that erases has access to all data of its erasers', () => {
  const { tables: reached = {}, objects = {} } = functionNeeds['erase-user'] ?? {};
  for (const { covers, hides } of erasers) {
    const [bucket = '', prefix] = covers.split(':');
    if ((tableNames as readonly string[]).includes(bucket)) expect(reached).toHaveProperty([bucket], 'readWrite');
    else if (!hides) expect(objects[bucket as 'files']).toHaveProperty([prefix ?? '']);
  }
});

test('data that another eraser needs is erased after it', () => {
  const after = Object.fromEntries(erasers.map((eraser) => [eraser.covers, eraser.after]));
  expect(after).toMatchObject({
    fields: ['usage'],
    'files:artefacts/': ['usage'],
    operations: ['lake:lake/points/', 'lake:lake/ingests/'],
  });
});

describe('the order of erasers', () => {
  const erase = async () => {};
  const orderOf = (given: Eraser[]) => inOrder(given).map(({ covers }) => covers);

  test('puts first those that hide the user, and each after those that it depends on', () => {
    const given: Eraser[] = [
      { covers: 'records', after: ['points'], erase },
      { covers: 'points', after: ['usage'], erase },
      { covers: 'counts', hides: true, erase },
      { covers: 'usage', erase },
    ];
    expect(orderOf(given)).toEqual(['counts', 'usage', 'points', 'records']);
  });

  test.each<[string, Eraser[]]>([
    [
      'after one another',
      [
        { covers: 'a', after: ['b'], erase },
        { covers: 'b', after: ['a'], erase },
      ],
    ],
    ['after one that is not there', [{ covers: 'a', after: ['c'], erase }]],
  ])('erasers that come %s are refused', (_, given) => {
    expect(() => inOrder(given)).toThrow('no order for the erasers of a');
  });
});
