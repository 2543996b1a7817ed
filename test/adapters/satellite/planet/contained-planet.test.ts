import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContainedReaders, containedReaders } from '../../../../adapters/containment/contained-readers.ts';
import { containedPlanet } from '../../../../adapters/satellite/planet/contained-planet.ts';
import { planetService } from '../../../../adapters/satellite/planet/planet.ts';
import type { PlanetAssetType } from '../../../../domain/satellite/planet/asset-types.ts';
import type { PlanetFile, PlanetScene } from '../../../../domain/satellite/planet/planet.ts';
import { type PlanetStandIn, startPlanetStandIn } from '../../../../local/stand-ins/planet/start-stand-in.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { containedProgram } from '../../containment/contained-program.ts';
import { square as field } from './scripted-planet.ts';

const folder = temporaryFolder('contained-planet');
const apiKey = 'stand-in-key';
const assetTypes: PlanetAssetType[] = ['ortho_analytic_8b_sr'];

let readers: ContainedReaders;
beforeAll(async () => {
  const program = await containedProgram('functions/jobs/process-scenes/read-scenes.ts', folder);
  readers = containedReaders(program, () => {});
});
afterAll(() => readers.end());

let now: number;
let standIn: PlanetStandIn;
beforeEach(async () => {
  now = Date.UTC(2026, 5, 15, 18);
  standIn = await startPlanetStandIn({ now: () => now });
});
afterEach(() => standIn.close());

/** Searches, orders, and waits until the files are available. */
async function delivered(): Promise<PlanetFile[]> {
  const planet = planetService({ address: standIn.endpoint });
  const scenes: PlanetScene[] = [];
  for await (const one of planet.search(apiKey, { geometry: field, from: '2026-06-12T00:00:00Z', assetTypes }))
    scenes.push(one);
  const id = await planet.order(apiKey, { name: 'one', sceneId: scenes[0]?.id ?? '', assetTypes, clip: field });
  expect(await planet.state(apiKey, id)).toEqual({ state: 'running' });
  now += 60_000;
  const state = await planet.state(apiKey, id);
  return state.state === 'delivered' ? state.files : [];
}

async function process(files: readonly PlanetFile[], hosts = [standIn.endpoint]) {
  const images: Record<string, number> = {};
  const made = await containedPlanet(readers, hosts).process({ files, assetTypes }, field, async (file, content) => {
    images[file] = content.length;
  });
  return { made, images };
}

describe('a scene that was ordered', () => {
  test('becomes images in a process without a network', async () => {
    const files = await delivered();
    expect(files.map(({ assetType }) => assetType)).toEqual([
      'ortho_analytic_8b_sr',
      'ortho_analytic_8b_xml',
      'ortho_udm2',
    ]);
    const { made, images } = await process(files);
    expect(made.images).toHaveLength(13);
    expect(images).toEqual(Object.fromEntries(made.images.map(({ file, bytes }) => [file, bytes])));
    expect(made.statistics.NDVI?.mean).toBeGreaterThan(0.3);
  });

  test('has to be looked up again once its URLs have expired', async () => {
    const files = await delivered();
    now += 25 * 3_600_000;
    await expect(process(files)).rejects.toMatchObject({ name: 'ProviderProblem', kind: 'missing' });
  });

  test('is retried where a file arrives incomplete, or its host is down', async () => {
    const files = await delivered();
    standIn.disturb({ path: '/files/', isCut: true });
    await expect(process(files)).rejects.toMatchObject({ name: 'ProviderProblem', kind: 'unreachable' });
    standIn.disturb({ path: '/download/', status: 503 });
    await expect(process(files)).rejects.toMatchObject({ name: 'ProviderProblem', passes: true });
  });

  test('fails with a file that ends too early', async () => {
    const files = await delivered();
    standIn.disturb({ path: '/files/', endsAt: 900 });
    await expect(process(files)).rejects.toMatchObject({
      name: 'SceneProblem',
      message: expect.stringContaining('cut off'),
    });
  });

  test('is not fetched from other hosts, even where a URL leads there', async () => {
    const files = await delivered();
    await expect(process(files, ['files.example'])).rejects.toMatchObject({ kind: 'malformed' });
    standIn.disturb({ path: '/download/', headers: { location: 'http://169.254.169.254/latest' } });
    await expect(process(files)).rejects.toMatchObject({
      kind: 'malformed',
      message: expect.stringContaining('169.254.169.254'),
    });
  });
});
