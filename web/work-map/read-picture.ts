import type { LayerCalls } from '../points/read-layers.ts';
import { mainProperty, type Work } from './work.ts';

/** The image of a property, with its classes from the lowest values to the highest. */
export interface WorkImage {
  property: string;
  width: number;
  height: number;
  legend: {
    unit: string;
    ranges: {
      colorCode: string;
      label: string;
      min: number;
      max: number;
      open?: 'below' | 'above';
      area?: { value: number; unit: string };
    }[];
  };
}

/** The image that growers look at, and the URL of its picture. */
export interface WorkPicture extends WorkImage {
  /** On the storage's origin, valid for minutes. */
  url: string;
}

const betweenLooks = 2_000;
/** Drawing takes seconds, and of a million points a minute. */
const maxLooks = 90;

/**
 * The picture of a file's work: undefined if it has none. Waits while it is drawn.
 *
 * @throws ApiProblem; Error if they are not drawn in time.
 */
export async function readPicture(
  api: LayerCalls,
  { id, operationType }: Work,
  signal: AbortSignal,
): Promise<WorkPicture | undefined> {
  const path = `/services/operations/api/files/${id}/images`;
  for (let look = 0; look < maxLooks && !signal.aborted; look++) {
    const images = await api.get<WorkImage[] | { message: string }>(path, signal);
    if (Array.isArray(images)) {
      const image = mainImage(operationType, images);
      return image && { ...image, url: await api.link(`${path}/${image.property}.png`, signal) };
    }
    await new Promise((done) => setTimeout(done, betweenLooks));
  }
  throw new Error('The images are still being drawn.');
}

function mainImage(operationType: Work['operationType'], images: readonly WorkImage[]): WorkImage | undefined {
  const main = mainProperty(
    operationType,
    images.map(({ property, legend }) => ({ property, unit: legend.unit })),
  );
  return images.find(({ property }) => property === main);
}
