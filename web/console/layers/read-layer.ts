import { factorOf } from '../../../domain/machine-files/points/units.ts';
import { ApiProblem } from '../../api/client.ts';
import type { PointsToRead } from '../../points/points-reader.ts';
import type { LayerSource } from '../season/layer-choice.ts';
import type { ConsoleApi } from '../session/console-api.ts';

interface ListedLayer {
  property: string;
  unit?: string;
  downloadUrl: string;
}

type SourceOf<Kind extends LayerSource['kind']> = Extract<LayerSource, { kind: Kind }>;

const betweenLooks = 2_000;
/** Layers of five million points are made within some minutes. */
const maxLooks = 150;

/**
 * The short-lived URLs of an operation's layer and of the areas and directions of its points, with the units of all its layers.
 *
 * @param onMade is called if the server has to make the layers first.
 * @throws ApiProblem
 */
export async function readOperationLayer(
  api: ConsoleApi,
  { operationId, property }: SourceOf<'operation'>,
  onMade: () => void,
): Promise<{ what: PointsToRead; units: Record<string, string> }> {
  const listed = await api.get<ListedLayer[]>(`/services/operations/api/operations/${operationId}/pointLayers`);
  const of = (name: string) => listed.find((layer) => layer.property === name);
  const layer = of(property);
  if (!layer) throw new Error('this work has no such values.');
  const url = await madeLink(api, layer.downloadUrl, onMade);
  const [areas, headings] = [of('area'), of('heading')];
  const [area, heading] = await Promise.all(
    [areas, headings].map((other) => (other ? api.link(other.downloadUrl).catch(() => undefined) : undefined)),
  );
  const units = Object.fromEntries(listed.flatMap(({ property: name, unit }) => (unit ? [[name, unit]] : [])));
  return {
    what: {
      kind: 'points',
      url,
      ...(area && { area: { url: area, factor: factorOf(areas?.unit ?? 'm2') } }),
      ...(heading && { heading: { url: heading } }),
    },
    units,
  };
}

/** Waits while the server makes the output. @throws ApiProblem */
async function madeLink(api: ConsoleApi, path: string, onMade: () => void): Promise<string> {
  for (let look = 0; ; look++) {
    try {
      return await api.link(path);
    } catch (error) {
      const isMade = error instanceof ApiProblem && error.errorKey === 'outputBeingMade';
      if (!isMade || look >= maxLooks) throw error;
      onMade();
      await new Promise((done) => setTimeout(done, betweenLooks));
    }
  }
}

/** The short-lived URL of the numbers of a scene. @throws ApiProblem */
export async function readSceneLayer(api: ConsoleApi, { index, ...scene }: SourceOf<'scene'>) {
  return { what: { kind: 'pixels', url: await sceneLink(api, scene, index) } satisfies PointsToRead, units: {} };
}

/** The short-lived URL of an image of a scene. @param type `NDVI`, `RGB`. @throws ApiProblem */
export function sceneLink(
  api: ConsoleApi,
  { satelliteFieldId, processId }: { satelliteFieldId: string; processId: string },
  type: string,
): Promise<string> {
  return api.link(`/services/satellite/api/fields/${satelliteFieldId}/processes/${processId}/images/${type}`);
}
