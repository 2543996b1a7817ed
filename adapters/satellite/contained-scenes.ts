import * as z from 'zod';
import type { Scene } from '../../domain/satellite/scene.ts';
import { bandNames, classesBand } from '../../domain/satellite/scene-bands.ts';
import type { ProcessedScene, SceneEngine } from '../../domain/satellite/scene-engine.ts';
import { sceneIndices } from '../../domain/satellite/scene-image.ts';
import { SceneProblem } from '../../domain/satellite/scene-problem.ts';
import { ContainedFailure, expected } from '../containment/contained-failure.ts';
import type { ContainedReaders } from '../containment/contained-readers.ts';
import type { Peer, Services } from '../containment/peer.ts';
import type { Ranges } from './ranges.ts';

/** Of one scene over one field, with all that is fetched for it. */
const sceneSeconds = 300;
/** All that is read of one scene: a field of 50,000 ha lies on 25 blocks of each band, of 2 MB at most. */
const maxSceneBytes = 1_073_741_824;

const percent = z.number().min(0).max(100);
const degrees = z.number().min(-540).max(540);
const statistics = z.object({
  mean: z.number(),
  min: z.number(),
  max: z.number(),
  quantiles: z.object({ p10: z.number(), p25: z.number(), p50: z.number(), p75: z.number(), p90: z.number() }),
  validPercent: percent,
  clearPercent: percent,
  clearMean: z.number().optional(),
});

/** What the process answers; a file of the scene that took it over could answer anything. */
const processed = z.object({
  coverage: percent,
  clouds: percent,
  bounds: z.tuple([degrees, degrees, degrees, degrees]),
  images: z
    .array(
      z.object({
        type: z.string().regex(/^[A-Z0-9_]{1,40}$/),
        file: z.string().regex(/^[A-Za-z0-9_]{1,40}\.(tif|png)$/),
        resolution: z.number().positive().nullable(),
        bytes: z.number().int().nonnegative(),
      }),
    )
    .max(60),
  statistics: z.partialRecord(z.enum(sceneIndices), statistics),
});

const answered = z.union([z.object({ problem: z.string().max(1_000) }), processed]);

const askedBytes = z.object({
  band: z.enum([...bandNames, classesBand]),
  from: z.number().int().nonnegative(),
  to: z.number().int().positive(),
});

const sentFile = z.object({
  file: processed.shape.images.element.shape.file,
  content: z.number().int(),
  contentType: z.enum(['image/tiff', 'image/png']),
});

/**
 * Processes scenes in contained processes, one for each. A process has no network: it asks for bytes by the name of a band, and only the files
 * that the scene names for it are read.
 */
export function containedScenes(readers: ContainedReaders, ranges: Ranges, seconds = sceneSeconds): SceneEngine {
  return {
    process: (scene, ground, sink) =>
      readers.use(async ({ process }) => {
        let peer: Peer | undefined;
        let read = 0;
        const services: Services = {
          async bytes(value: unknown) {
            const { band, from, to } = askedBytes.parse(value);
            const href = scene.assets[band]?.href;
            if (href === undefined) throw new SceneProblem(`The scene has no ${band}.`);
            read += to - from;
            if (read > maxSceneBytes) throw new SceneProblem('More than 1 GB of the scene would have to be read.');
            return ranges.read(href, from, to);
          },
          async image(value: unknown) {
            const { file, content, contentType } = sentFile.parse(value);
            const parts: Uint8Array[] = [];
            for await (const part of peer?.read(content) ?? []) parts.push(part);
            await sink(file, Buffer.concat(parts), contentType);
          },
        };
        try {
          const result = await process.work(seconds * 1000, services, async (given) => {
            peer = given;
            return expected(answered, await given.ask('process', { scene: plain(scene), ground }));
          });
          if ('problem' in result) throw new SceneProblem(result.problem);
          // Members that JSON lacks are absent, never undefined.
          return result as ProcessedScene;
        } catch (error) {
          if (!(error instanceof ContainedFailure)) throw error;
          throw new SceneProblem(told(error, seconds), { cause: error });
        }
      }),
  };
}

/** Without the URLs, which the process has no use for. */
function plain({ assets, tile }: Scene) {
  const bands = Object.entries(assets).map(([band, { scale, offset, metres }]) => [band, { scale, offset, metres }]);
  return { assets: Object.fromEntries(bands), ...(tile !== undefined && { tile }) };
}

function told({ reason, message, megabytes }: ContainedFailure, seconds: number): string {
  if (reason === 'deadline') return `The scene took longer than ${seconds} seconds to process.`;
  if (reason === 'memory') return `The scene needs more than ${megabytes} MB of memory to process.`;
  if (reason === 'error') return `The scene could not be processed: ${message}.`;
  return 'The files of the scene ended the process that read them.';
}
