import * as z from 'zod';
import type { Scene } from '../../domain/satellite/scenes/scene.ts';
import { bandNames, classesBand } from '../../domain/satellite/scenes/scene-bands.ts';
import type { SceneEngine } from '../../domain/satellite/scenes/scene-engine.ts';
import { SceneProblem } from '../../domain/satellite/scenes/scene-problem.ts';
import type { ContainedReaders } from '../containment/contained-readers.ts';
import type { Peer, Services } from '../containment/peer.ts';
import { imageService, processedAnswer, sceneProblemOf } from './contained-answers.ts';
import type { Ranges } from './ranges.ts';

/** Seconds of a processor for one scene over one field: the 25 million pixels of the largest ground take 11. */
const sceneSeconds = 200;
/** The bytes that may be read of one scene: a field of 50,000 ha lies on 25 blocks of each band, of at most 2 MB each. */
const maxSceneBytes = 1_073_741_824;

const askedBytes = z.object({
  band: z.enum([...bandNames, classesBand]),
  from: z.number().int().nonnegative(),
  to: z.number().int().positive(),
});

/**
 * Processes scenes in contained processes, one for each. A process has no network: it requests bytes by the name of a band, and only the
 * files that the scene names for its bands are read.
 */
export function containedScenes(readers: ContainedReaders, ranges: Ranges, seconds = sceneSeconds): SceneEngine {
  return {
    async process(scene, ground, sink) {
      try {
        return await readers.use((reader) => {
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
            image: imageService(() => peer, sink),
          };
          return reader.work(seconds * 1000, services, async (given) => {
            peer = given;
            return processedAnswer(await given.ask('process', { scene: plain(scene), ground }));
          });
        });
      } catch (error) {
        throw sceneProblemOf(error, seconds);
      }
    },
  };
}

/** The scene without its URLs, which the process does not need. */
function plain({ assets, tile }: Scene) {
  const bands = Object.entries(assets).map(([band, { scale, offset, metres }]) => [band, { scale, offset, metres }]);
  return { assets: Object.fromEntries(bands), ...(tile !== undefined && { tile }) };
}
