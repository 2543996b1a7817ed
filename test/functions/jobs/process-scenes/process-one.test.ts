import { describe, expect, test, vi } from 'vitest';
import { sceneOf } from '../../../../adapters/satellite/stac-item.ts';
import type { PlanetFile } from '../../../../domain/satellite/planet/planet.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';
import type { StartedProcess } from '../../../../domain/satellite/processes/process-store.ts';
import type { ProcessedScene } from '../../../../domain/satellite/scenes/scene-engine.ts';
import { SceneProblem } from '../../../../domain/satellite/scenes/scene-problem.ts';
import { ProviderProblem } from '../../../../domain/sync/provider-problem.ts';
import { processOne, type SceneServices } from '../../../../functions/jobs/process-scenes/process-one.ts';
import type { Message } from '../../../../functions/queue/sqs-worker.ts';
import { stacItem } from '../../../adapters/satellite/catalogue.ts';

const process = {
  ...{ id: 'process', ownerId: 'owner', fieldId: 'field', collection: 'sentinel-2-l2a', sceneId: 'scene' },
  status: 'STARTED',
} as ImageProcess;
const started = {
  process,
  run: 1,
  renewals: 0,
  field: { geometry: { type: 'MultiPolygon', coordinates: [] } },
} as unknown as StartedProcess;
const made: ProcessedScene = { coverage: 100, clouds: 0, bounds: [0, 0, 1, 1], images: [], statistics: {} };
const asked = { ownerId: 'owner', fieldId: 'field', processId: 'process' };

interface World {
  error?: unknown;
  attempt?: number;
  lastAttempt?: boolean;
  isGone?: boolean;
  isEnded?: boolean;
  run?: number;
  /** Delivered files of a scene of Planet. */
  files?: PlanetFile[];
}

/** Works on one message, and returns how the process ended and which objects are left. */
async function work({
  error,
  attempt = 1,
  lastAttempt = false,
  isGone = false,
  isEnded = false,
  run = 1,
  files,
}: World) {
  const objects = new Set<string>();
  let ended: unknown;
  let isExpired = false;
  const planet = { ...started, process: { ...process, provider: 'planet' as const }, files };
  const services: SceneServices = {
    processes: {
      started: async () => (isEnded ? undefined : files ? (planet as StartedProcess) : { ...started, run }),
      tried: async () => {},
      async succeed(_, result) {
        if (!isGone) ended = result;
        return !isGone;
      },
      async fail(_, reason) {
        ended = reason;
        return true;
      },
    },
    orders: {
      async expired() {
        isExpired = true;
      },
    },
    planet: {
      async process() {
        if (error) throw error;
        return made;
      },
    },
    directory: { get: async () => (isGone ? undefined : process) },
    source: { find: async () => sceneOf(stacItem(), 'earth-search') },
    engine: {
      async process(_scene, _ground, sink) {
        await sink('NDVI.tif', new Uint8Array(4), 'image/tiff');
        if (error) throw error;
        return made;
      },
    },
    files: {
      async put(key) {
        objects.add(key);
      },
      async remove(keys) {
        for (const key of keys) objects.delete(key);
      },
    },
  };
  const message: Message = {
    ...{ delivery: `1#${attempt}`, attempt, lastAttempt, passes: 1 },
    ...{ queue: { send: async () => {} }, remainingMilliseconds: () => 300_000 },
  };
  const thrown = await processOne(asked, message, services).catch((fault: unknown) => fault);
  return { ended, thrown, objects: [...objects], ...(files && { isExpired }) };
}

const down = new ProviderProblem('unreachable', 'The host cannot be reached.');

describe('a process of a scene', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});

  test('ends with its images', async () => {
    expect(await work({})).toEqual({
      ended: made,
      thrown: undefined,
      objects: ['satellite/owner/field/process/NDVI.tif', 'usage/owner/scenes/process.json'],
    });
  });

  test('leaves nothing where the field is deleted meanwhile', async () => {
    expect(await work({ isGone: true })).toMatchObject({ ended: undefined, objects: [] });
  });

  test('keeps the shape that an earlier run may have counted, where the field is deleted meanwhile', async () => {
    expect((await work({ isGone: true, run: 2 })).objects).toEqual(['usage/owner/scenes/process.json']);
  });

  test('that has ended is not processed again', async () => {
    expect(await work({ isEnded: true })).toEqual({ ended: undefined, thrown: undefined, objects: [] });
  });

  test.each([
    [1, 60],
    [2, 120],
    [4, 480],
    [9, 900],
  ])('at attempt %i waits %i seconds for a host that is down', async (attempt, delaySeconds) => {
    expect(await work({ error: down, attempt })).toMatchObject({ ended: undefined, thrown: { delaySeconds } });
  });

  test('waits as long as a host asks, and a quarter of an hour at most', async () => {
    const asks = (retryAfterSeconds: number) => new ProviderProblem('rateLimited', 'Later.', { retryAfterSeconds });
    expect(await work({ error: asks(7) })).toMatchObject({ thrown: { delaySeconds: 7 } });
    expect(await work({ error: asks(0.5) })).toMatchObject({ thrown: { delaySeconds: 1 } });
    expect(await work({ error: asks(1e9) })).toMatchObject({ thrown: { delaySeconds: 900 } });
  });

  test.each<[string, World, string]>([
    ['at the last attempt', { error: down, lastAttempt: true }, 'The host cannot be reached.'],
    ['at once over a damaged file', { error: new SceneProblem('B04 is damaged.') }, 'B04 is damaged.'],
    ['at once over a missing file', { error: new ProviderProblem('missing', 'No such file.') }, 'No such file.'],
    ['at the fourth odd answer', { error: new ProviderProblem('malformed', 'Odd.'), attempt: 4 }, 'Odd.'],
  ])('fails with the reason %s', async (_, world, reason) => {
    expect(await work(world)).toMatchObject({ ended: reason, thrown: undefined });
  });

  test('is retried after an unexpected response', async () => {
    const error = new ProviderProblem('malformed', 'Odd.');
    expect(await work({ error, attempt: 3 })).toMatchObject({ ended: undefined, thrown: { delaySeconds: 240 } });
  });

  test('fails at the last attempt by an error of our own, which becomes a dead letter', async () => {
    const error = new Error('DynamoDB is not there');
    expect(await work({ error })).toMatchObject({ ended: undefined, thrown: error });
    const last = await work({ error, lastAttempt: true });
    expect(last).toMatchObject({ thrown: error, ended: expect.stringContaining('could not be processed') });
  });

  test('of Planet has its links requested again where they have expired, without ending', async () => {
    const files: PlanetFile[] = [
      { assetType: 'ortho_visual', name: 'a.tif', href: 'https://api.planet.com/a', expiresAt: '' },
    ];
    const error = new ProviderProblem('missing', 'The link has expired.');
    expect(await work({ files, error })).toMatchObject({ ended: undefined, thrown: undefined, isExpired: true });
    expect(await work({ files })).toMatchObject({ ended: made, isExpired: false });
  });
});
