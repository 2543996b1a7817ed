import { factorOf } from '../../domain/machine-files/points/units.ts';
import { ApiProblem } from '../api/client.ts';
import type { PointsToRead } from './points-messages.ts';

/** What lists and opens point layers: calls of the API with whatever lets a page read them. */
export interface LayerCalls {
  /** @throws ApiProblem */
  get<T>(path: string, signal?: AbortSignal): Promise<T>;
  /** The short-lived URL of a download. @throws ApiProblem */
  link(path: string, signal?: AbortSignal): Promise<string>;
}

export interface ListedLayer {
  property: string;
  /** Absent where values stand for texts or are indexes. */
  unit?: string;
}

const betweenLooks = 2_000;
/** Layers of five million points are made within some minutes, and the server answers a look after twenty seconds. */
const maxLooks = 20;

/**
 * The short-lived URLs of a layer and of the areas and directions of its points.
 *
 * @param path of the layers, such as `/services/operations/api/files/…/pointLayers`.
 * @param listed the layers at this path.
 * @param onMade is called if the server has to make the layers first.
 * @throws ApiProblem
 * @example const what = await openLayer(api, path, await api.get(path), 'dryMassPerArea', () => setMade(true));
 */
export async function openLayer(
  api: LayerCalls,
  path: string,
  listed: readonly ListedLayer[],
  property: string,
  onMade: () => void,
  signal?: AbortSignal,
): Promise<Extract<PointsToRead, { kind: 'points' }>> {
  const of = (name: string) => listed.find((layer) => layer.property === name);
  const others = [of('area'), of('heading')];
  const linkTo = (other: ListedLayer | undefined) =>
    other && api.link(`${path}/${other.property}`, signal).catch(() => undefined);
  const asked = others.map(linkTo);
  const url = await madeLink(api, `${path}/${property}`, onMade, signal);
  // The server makes all layers of a work together, so that those that were not there are now.
  const [area, heading] = await Promise.all(
    others.map(async (other, index) => (await asked[index]) ?? (await linkTo(other))),
  );
  return {
    kind: 'points',
    url,
    ...(area && { area: { url: area, factor: factorOf(others[0]?.unit ?? 'm2') } }),
    ...(heading && { heading: { url: heading } }),
  };
}

/** Waits while the server makes the output. @throws ApiProblem */
async function madeLink(api: LayerCalls, path: string, onMade: () => void, signal?: AbortSignal): Promise<string> {
  for (let look = 0; ; look++) {
    try {
      return await api.link(path, signal);
    } catch (error) {
      const isMade = error instanceof ApiProblem && error.errorKey === 'outputBeingMade';
      if (!isMade || look >= maxLooks || signal?.aborted) throw error;
      onMade();
      await new Promise((done) => setTimeout(done, betweenLooks));
    }
  }
}
