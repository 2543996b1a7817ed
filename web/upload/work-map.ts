import type { Api } from '../api/client.ts';
import { getImageUrl, listImages, type MachineFile, type MapImage, type Summary, type Total } from '../api/uploads.ts';
import type { Texts } from '../text/texts.ts';

export type OperationType = NonNullable<MachineFile['operationType']>;

/** A processed machine file. */
export interface Work {
  id: string;
  operationType: OperationType;
  summary: Summary;
}

/** The map of a file's work, and the URL of its picture. */
export interface WorkMap extends MapImage {
  pictureUrl: string;
}

const betweenLooks = 2_000;
/** Drawing takes seconds, and of a million points a minute. */
const maxLooks = 90;

/** Properties that growers look at, the first one that a file has. */
const shown: Record<OperationType, readonly string[]> = {
  harvested: ['dryMassPerArea', 'wetMassPerArea', 'dryVolumePerArea', 'wetVolumePerArea'],
  planted: ['seedRate'],
  applied: ['appliedRate'],
  tillage: ['tillageDepthActual', 'speed'],
};

/** Yields in bushels, where the owner has them. */
const inBushels = ['dryVolumePerArea', 'wetVolumePerArea'];

/**
 * The map of a file's work: undefined if it has none. Waits while it is drawn.
 *
 * @throws ApiProblem
 */
export async function workMapOf(
  api: Api,
  { id, operationType }: Work,
  signal: AbortSignal,
): Promise<WorkMap | undefined> {
  for (let look = 0; look < maxLooks && !signal.aborted; look++) {
    const images = await listImages(api, id, signal);
    if (images) {
      const image = mainImage(operationType, images);
      return image && { ...image, pictureUrl: await getImageUrl(api, id, image.property, signal) };
    }
    await new Promise((done) => setTimeout(done, betweenLooks));
  }
  return undefined;
}

/** The image of the property that growers look at: a yield in bushels before one in tonnes or pounds. */
export function mainImage(operationType: OperationType, images: readonly MapImage[]): MapImage | undefined {
  const of = (property: string) => images.find((image) => image.property === property);
  const bushels = inBushels.map(of).find((image) => image?.legend.unit.startsWith('bu/'));
  return bushels ?? shown[operationType].map(of).find((image) => image !== undefined);
}

/** The name of a property for growers. */
export function propertyText(property: string, { work }: Texts['upload']): string {
  if (property.endsWith('PerArea')) return work.yield;
  return { tillageDepthActual: work.depth, speed: work.speed }[property] ?? work.rate;
}

const signs: Record<string, string> = { percentage: '%', m2: 'm²', m3: 'm³' };

/** A unit for growers. */
export function unitText(unit: string, { work }: Texts['upload']): string {
  return signs[unit] ?? unit.replace(/^m3\b/, 'm³').replace(/^seeds\b/, work.seeds);
}

const squareMetres = { ha: 10_000, ac: 4046.8564224 };

/** An area in the unit that goes with customary or metric yields and rates: files have square metres. */
export function areaFor({ value, unit }: Total, perArea: string | undefined): Total {
  const shown = perArea?.endsWith('/ac') ? 'ac' : 'ha';
  return unit === 'm2' ? { value: value / squareMetres[shown], unit: shown } : { value, unit };
}

/** The range of a class, with signs instead of words. */
export function rangeText(
  { min, max, open }: MapImage['legend']['ranges'][number],
  number: (value: number, digits?: number) => string,
): string {
  const written = (value: number) => number(value, Math.abs(value) < 10 ? 3 : 1);
  if (open === 'below') return `≤ ${written(max)}`;
  if (open === 'above') return `> ${written(min)}`;
  return min === max ? written(max) : `${written(min)} – ${written(max)}`;
}
