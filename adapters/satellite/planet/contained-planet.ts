import { join } from 'node:path';
import type { PlanetEngine } from '../../../domain/satellite/planet/planet-engine.ts';
import type { ContainedReaders } from '../../containment/contained-readers.ts';
import type { Peer } from '../../containment/peer.ts';
import { imageService, processedAnswer, sceneProblemOf } from '../contained-answers.ts';
import { fetchFile } from './fetch-file.ts';

/** The time limit for one scene over one field, without the download of its files. */
const sceneSeconds = 300;

/**
 * Makes images of what Planet delivered in contained processes, one for each scene. The files are fetched into the folder of the process, which has no network.
 *
 * @param hosts from which files are fetched, over https; whole origins (`http://127.0.0.1:8080`) are taken as they are.
 */
export function containedPlanet(
  readers: ContainedReaders,
  hosts: readonly string[],
  seconds = sceneSeconds,
): PlanetEngine {
  return {
    process: ({ files, assetTypes }, ground, sink) =>
      readers.use(async ({ process }) => {
        // One after the other, because all files of a scene share one limit of bytes.
        let left = maxSceneBytes;
        for (const { assetType, href } of files)
          left -= await fetchFile(hosts, href, join(process.folder, assetType), left);
        let peer: Peer | undefined;
        try {
          return await process.work(seconds * 1000, { image: imageService(() => peer, sink) }, async (given) => {
            peer = given;
            const asked = { delivered: files.map(({ assetType }) => assetType), wanted: assetTypes, ground };
            return processedAnswer(await given.ask('processDelivery', asked));
          });
        } catch (error) {
          throw sceneProblemOf(error, seconds);
        }
      }),
  };
}

/** A field with a box of 22,500 ha has 25 million pixels of 16 bytes, and less when they are packed; so much twice, and masks and pictures beside it. */
const maxSceneBytes = 1_500_000_000;
