import { join } from 'node:path';
import type { PlanetEngine } from '../../../domain/satellite/planet/planet-engine.ts';
import type { ContainedReaders } from '../../containment/contained-readers.ts';
import type { Peer } from '../../containment/peer.ts';
import { imageService, processedAnswer, sceneProblemOf } from '../contained-answers.ts';
import { fetchFile } from './fetch-file.ts';

/** Seconds of a processor for one scene over one field. */
const sceneSeconds = 200;

/**
 * Makes images of delivered files in contained processes, one for each scene. The files are downloaded into the folder of the process, which has no network.
 *
 * @param hosts the hosts from which files are fetched, over https, or whole origins such as `http://127.0.0.1:8080`.
 */
export function containedPlanet(
  readers: ContainedReaders,
  hosts: readonly string[],
  seconds = sceneSeconds,
): PlanetEngine {
  return {
    async process({ files, assetTypes }, ground, sink) {
      try {
        return await readers.use(async (reader) => {
          // One after the other, because all files of a scene share one limit of bytes.
          let left = maxSceneBytes;
          for (const { assetType, href } of files)
            left -= await fetchFile(hosts, href, join(reader.folder, assetType), left);
          let peer: Peer | undefined;
          return reader.work(seconds * 1000, { image: imageService(() => peer, sink) }, async (given) => {
            peer = given;
            const asked = { delivered: files.map(({ assetType }) => assetType), wanted: assetTypes, ground };
            return processedAnswer(await given.ask('processDelivery', asked));
          });
        });
      } catch (error) {
        throw sceneProblemOf(error, seconds);
      }
    },
  };
}

/** The bytes of all files of a scene. A box of 22,500 ha has 25 million pixels of 16 bytes, at most; two such files, a mask and a picture fit. */
const maxSceneBytes = 1_500_000_000;
