import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { rampImageSchema } from '../../../functions/areas/operations/images/schemas.ts';
import { coverageFeatures } from '../../adapters/machine-files/coverage-features.ts';
import { exported } from '../../adapters/machine-files/exported-features.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { idle } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { downloaded, operationsService, processed, type ShownFile } from './batch.ts';
import { fieldAround } from './field-around.ts';

type ShownImage = z.infer<typeof rampImageSchema>;

/** A real sprayer's records, with their targets. */
const sprayer =
  process.env.CORPUS_DIR &&
  join(process.env.CORPUS_DIR, 'JohnDeere+SampleData', 'Gen4 - 4600 Application Data - Point - OneHertz.zip');

let owner: TestOwner;
let svcUserId: string;

beforeAll(async () => {
  owner = await freshOwner();
  svcUserId = (await freshUser(owner)).id;
});

/** Asks twice: the first request has the images drawn. */
async function deviations(address: string, kind: string): Promise<ShownImage[]> {
  await owner.get(`${address}?deviation=${kind}`);
  await idle();
  const { status, body } = await owner.get<ShownImage[]>(`${address}?deviation=${kind}`);
  expect(status).toBe(200);
  return body;
}

const countsOf = ({ legend }: ShownImage) => legend.ranges.map(({ count }) => count);

test('an application shows its deviation from the target, in percent and in its own unit, of a file and of its operation', async () => {
  await fieldAround(owner, svcUserId, 0, 2);
  // Four strips on target, one with twice its target, one without.
  const strips = coverageFeatures.map(({ geometry, properties }, index) => ({
    geometry,
    properties: { ...properties, TargetRate: index < 4 ? 20 : index === 4 ? 10 : null },
  }));
  const content = zipOf(await exported('ESRI Shapefile', 'coverage', strips));
  const [file] = (await processed(owner, svcUserId, 'coverage.zip', content)).files as [ShownFile];
  await idle();
  const address = `${operationsService}/files/${file.id}/images`;
  const [percent, ...others] = await deviations(address, 'percent');
  expect(others).toEqual([]);
  expect(percent).toMatchObject({
    ...{ property: 'appliedRate', deviation: 'percent', target: 'appliedRateTarget' },
    legend: { unit: 'percentage', withoutTarget: { count: 1, colorCode: '8A8A8A', label: 'no target' } },
    ramp: { '50%': [236, 236, 223] },
  });
  const middle = percent?.legend.ranges[3];
  expect([percent && countsOf(percent), middle?.max]).toEqual([[0, 0, 0, 4, 0, 1, 0], -(middle?.min ?? 0)]);
  expect(percent?.legend.ranges.map(({ label }) => label)).toContain('-20 to +20');
  const { content: shown, type } = await png(percent?.mapUrl);
  expect([shown.toString('latin1', 1, 4), type]).toEqual(['PNG', 'image/png']);
  expect((await downloaded(owner, `${percent?.url}.aux.xml`)).ok).toBe(true);

  const [absolute] = await deviations(address, 'absolute');
  expect(absolute?.legend.unit).toBe(
    (await owner.get<{ appliedRate: string }>(`${operationsService}/files/${file.id}/units`)).body.appliedRate,
  );
  expect(absolute?.url).toMatch(/appliedRate\.deviation\.absolute\.png$/);

  const { body } = await owner.get<{ id: string }[]>(`${operationsService}/operations?svcUserId=${svcUserId}`);
  const [ofOperation] = await deviations(`${operationsService}/operations/${body[0]?.id}/imagesV2`, 'percent');
  expect(ofOperation).toMatchObject({ property: 'appliedRate', deviation: 'percent' });
  // The list of images of properties is as ever.
  const { body: plain } = await owner.get<ShownImage[]>(address);
  expect(plain.filter(({ deviation }) => deviation)).toEqual([]);
  expect(plain.map(({ property }) => property)).toContain('appliedRateTarget');
});

test('work without targets has no image of deviations, and says so at once', async () => {
  const [file] = (await processed(owner, svcUserId, 'a.zip', zipOf({ 'a.csv': harvestCsv() }))).files as [ShownFile];
  const address = `${operationsService}/files/${file.id}/images`;
  const { status, body } = await owner.get(`${address}?deviation=percent`);
  expect([status, body]).toEqual([200, []]);
  expect((await owner.get(`${address}/wetMassPerArea.deviation.percent.png`)).status).toBe(404);
  expect((await owner.get(`${address}?deviation=relative`)).status).toBe(400);
});

describe.skipIf(!sprayer)('a real sprayer', () => {
  test('has most of its ground near its target, in the units that the grower uses', async () => {
    const content = readFileSync(sprayer ?? '');
    const [file] = (await processed(owner, svcUserId, 'sprayer.zip', content)).files as [ShownFile];
    const address = `${operationsService}/files/${file.id}/images`;
    const [percent] = await deviations(address, 'percent');
    const ranges = percent?.legend.ranges ?? [];
    const counts = ranges.map(({ count }) => count);
    expect((counts[3] ?? 0) / counts.reduce((sum, count) => sum + count)).toBeGreaterThan(0.5);
    const [absolute] = await deviations(address, 'absolute');
    expect(absolute?.legend.unit).toBe('gal/ac');
  }, 150_000);
});

async function png(address?: string) {
  const answer = await downloaded(owner, address);
  return { content: Buffer.from(await answer.arrayBuffer()), type: answer.headers.get('content-type') };
}
