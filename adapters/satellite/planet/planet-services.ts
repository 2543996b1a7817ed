import { type FileHandle, open } from 'node:fs/promises';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { PlanetAssetType } from '../../../domain/satellite/planet/asset-types.ts';
import { SceneProblem } from '../../../domain/satellite/scenes/scene-problem.ts';
import type { Peer, Services } from '../../containment/peer.ts';
import { imageSink } from '../scene-services.ts';
import { type Delivered, processDelivery } from './engine/process-delivery.ts';

interface Asked {
  /** Files of these names lie in the folder of the process. */
  delivered: readonly PlanetAssetType[];
  wanted: readonly PlanetAssetType[];
  ground: MultiPolygon;
}

/** The services of the contained process that reads Planet's files. Its parent has put the files into its folder. */
export function planetServices(parent: Peer): Services {
  return {
    async processDelivery({ delivered, wanted, ground }: Asked) {
      const handles: FileHandle[] = [];
      try {
        const files: Delivered = {};
        for (const name of delivered) {
          const handle = await open(name);
          handles.push(handle);
          files[name] = { bytes: (await handle.stat()).size, read: (from, to) => part(handle, from, to) };
        }
        return await processDelivery(files, wanted, ground, imageSink(parent));
      } catch (error) {
        if (error instanceof SceneProblem) return { problem: error.message };
        throw error;
      } finally {
        for (const handle of handles) await handle.close();
      }
    },
  };
}

/** A larger block does not fit into memory beside its unpacked pixels. */
const maxPartBytes = 536_870_912;

async function part(handle: FileHandle, from: number, to: number): Promise<Uint8Array> {
  const { size } = await handle.stat();
  const length = Math.max(0, Math.min(to, size) - from);
  if (length > maxPartBytes) throw new SceneProblem(`A block of a file has ${length} bytes.`);
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}
