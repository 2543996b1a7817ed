import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContainedReaders, containedReaders } from '../../../adapters/containment/contained-readers.ts';
import { containedScenes } from '../../../adapters/satellite/contained-scenes.ts';
import { ranges } from '../../../adapters/satellite/ranges.ts';
import type { Scene } from '../../../domain/satellite/scenes/scene.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { containedProgram } from '../containment/contained-program.ts';
import { objectsInMemory, startFiles } from './files.ts';
import { madeField, madeScene, type Pixels } from './made-scene.ts';

const folder = temporaryFolder('contained-scenes');
let readers: ContainedReaders;
beforeAll(async () => {
  const program = await containedProgram('functions/jobs/process-scenes/read-scenes.ts', folder);
  readers = containedReaders(program, () => {});
});
afterAll(() => readers.end());

async function started(pixels: Pixels = {}, otherwise?: Parameters<typeof startFiles>[1]) {
  const { tiffs } = madeScene(pixels);
  const files = Object.fromEntries(Object.entries(tiffs).map(([band, { file }]) => [`/${band}.tif`, file]));
  const { origin, asked } = await startFiles(files, otherwise);
  const scene = { ...madeScene(pixels, origin), tile: '33TWL' } as unknown as Scene;
  const images: Record<string, number> = {};
  const store = objectsInMemory();
  const process = (seconds?: number) =>
    containedScenes(readers, ranges({ hosts: [origin], store }), seconds).process(
      scene,
      madeField,
      async (file, content) => {
        images[file] = content.length;
      },
    );
  return { process, images, asked };
}

it('makes all images in a process without a network, from bytes that are fetched for it', async () => {
  const { process, images } = await started();
  const made = await process();
  expect(made).toMatchObject({ coverage: 100, clouds: 0, statistics: { NDVI: { mean: 0.714286 } } });
  expect(made.images).toHaveLength(30);
  expect(images).toEqual(Object.fromEntries(made.images.map(({ file, bytes }) => [file, bytes])));
});

it('fetches nothing again for a field on the same blocks', async () => {
  const { process, asked } = await started();
  await process();
  const before = asked.length;
  await process();
  expect(asked).toHaveLength(before);
});

it('reports what is wrong with a file', async () => {
  const { process } = await started({ files: { B03: { pack: (content) => content } } });
  await expect(process()).rejects.toMatchObject({
    name: 'SceneProblem',
    message: expect.stringContaining('B03 is damaged'),
  });
});

it('reports that a file is truncated', async () => {
  const { process } = await started({}, (path, range) => {
    if (path !== '/B05.tif' || range.startsWith('bytes=0-')) return undefined;
    return { status: 416 };
  });
  await expect(process()).rejects.toMatchObject({
    name: 'SceneProblem',
    message: expect.stringContaining('B05 is cut off'),
  });
});

it('leaves a host that is down for another attempt', async () => {
  const { process } = await started({}, (path) => (path === '/B08.tif' ? { status: 503 } : undefined));
  await expect(process()).rejects.toMatchObject({ name: 'ProviderProblem', passes: true });
});

it('ends a scene that takes too long', async () => {
  const { process } = await started();
  await expect(process(0)).rejects.toThrow('The scene took longer than 0 seconds');
});
