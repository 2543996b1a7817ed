import type { MultiPolygon } from '../../domain/geometry/multi-polygon.ts';
import type { Scene } from '../../domain/satellite/scenes/scene.ts';
import type { SceneSink } from '../../domain/satellite/scenes/scene-engine.ts';
import { SceneProblem } from '../../domain/satellite/scenes/scene-problem.ts';
import type { Peer, Services } from '../containment/peer.ts';
import { processScene } from './engine/process-scene.ts';

/** The services of the contained process that reads files of scenes. Its parent fetches the bytes and stores the images. */
export function sceneServices(parent: Peer): Services {
  return {
    async process({ scene, ground }: { scene: Pick<Scene, 'assets' | 'tile'>; ground: MultiPolygon }) {
      const readBand = (band: string) => async (from: number, to: number) =>
        (await parent.ask('bytes', { band, from, to })) as Uint8Array;
      try {
        return await processScene(scene, ground, readBand, imageSink(parent));
      } catch (error) {
        if (error instanceof SceneProblem) return { problem: error.message };
        throw error;
      }
    },
  };
}

/** Sends images to the parent. */
export const imageSink =
  (parent: Peer): SceneSink =>
  async (file, content, contentType) => {
    await parent.ask('image', { file, content: parent.offer(() => pieces(content)), contentType });
  };

const pieceBytes = 4_194_304;

async function* pieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < content.length; from += pieceBytes) yield content.subarray(from, from + pieceBytes);
}
