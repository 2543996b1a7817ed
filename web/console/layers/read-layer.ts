import { factorOf } from '../../../domain/machine-files/points/units.ts';
import type { PointsToRead } from '../../points/points-messages.ts';
import { type ListedLayer, openLayer } from '../../points/read-layers.ts';
import type { LayerSource } from '../season/layer-choice.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import { shownUnit } from '../text/shown-unit.ts';

type SourceOf<Kind extends LayerSource['kind']> = Extract<LayerSource, { kind: Kind }>;

/**
 * The short-lived URLs of an operation's layer and of what is drawn of it, with the units of all its layers.
 *
 * @param onMade is called if the server has to make the layers first.
 * @throws ApiProblem
 */
export async function readOperationLayer(
  api: ConsoleApi,
  { operationId, property }: SourceOf<'operation'>,
  onMade: () => void,
): Promise<{ what: PointsToRead; units: Record<string, string> }> {
  const path = `/services/operations/api/operations/${operationId}/pointLayers`;
  const listed = await api.get<ListedLayer[]>(path);
  if (!listed.some((layer) => layer.property === property)) throw new Error('this work has no such values.');
  const all = listed.flatMap(({ unit }) => unit ?? []);
  const units = Object.fromEntries(
    listed.flatMap(({ property: name, unit }) => (unit ? [[name, shownUnit(unit, all)]] : [])),
  );
  const what = await openLayer(api, path, listed, property, onMade);
  const [from, to] = [listed.find((one) => one.property === property)?.unit, units[property]];
  const isConverted = from !== undefined && to !== undefined && from !== to;
  return {
    what: isConverted ? { ...what, shownIn: { unit: to, factor: factorOf(from) / factorOf(to) } } : what,
    units,
  };
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
