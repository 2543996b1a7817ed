import { notFound } from '../../../../domain/errors.ts';
import { coloursOf, imageProjection, sheetName } from '../../../../domain/machine-files/image.ts';
import { classTexts } from '../../../../domain/machine-files/map-classes.ts';
import { downloadAnswer } from '../../../http/body/download.ts';
import type { RequestContext } from '../../../http/exchange.ts';
import type { OperationsServices } from '../services.ts';
import { propertyOf } from './in-path.ts';
import { type Drawn, type MadeImage, madeImages } from './made-images.ts';

const retryAfterSeconds = 2;

const underWay = {
  status: 202,
  headers: { 'retry-after': String(retryAfterSeconds) },
  body: { message: `The images are being drawn. Send the request again in ${retryAfterSeconds} seconds.` },
} as const;

/** An image as it is answered. @param address of the images, without the name of one. */
export function shownImage({ property, unit, classes, extent, width, height }: MadeImage, address: string) {
  const colours = coloursOf(classes.length);
  const texts = classTexts(classes);
  const ranges = classes.map((range, index) => ({
    colorCode: colours[index] ?? '',
    ...range,
    label: texts[index] ?? '',
  }));
  const url = `${address}/${property}.png`;
  return {
    property,
    legend: { unit, ranges },
    extent,
    projection: imageProjection,
    ...{ width, height, url, downloadUrl: url, mapUrl: `${address}/${sheetName(property)}` },
  };
}

/** Answers a list of images. */
export async function listAnswer<Shown>(
  drawn: Drawn,
  wants: (image: Pick<MadeImage, 'geoTiff'>) => boolean,
  show: (image: MadeImage) => Shown,
  services: OperationsServices,
) {
  const images = await madeImages(drawn, wants, services);
  return images ? { status: 200 as const, body: images.map(show) } : underWay;
}

/** Answers a file of an image with the way to it; 404 for a property that the points do not have. */
export async function imageAnswer(
  request: RequestContext,
  drawn: Drawn,
  image: string,
  keyOf: (name: string) => string,
  services: OperationsServices,
) {
  const property = propertyOf(image);
  if (drawn.isReady && !drawn.drawable.includes(property)) throw notFound('image', image);
  const isNumbers = image.endsWith('.tif');
  const images = await madeImages(
    drawn,
    (one) => one.property === property && (!isNumbers || one.geoTiff === true),
    services,
  );
  if (!images) return underWay;
  const [found] = images;
  if (!found) throw notFound('image', image);
  return downloadAnswer(request, await services.downloads.address(keyOf(found.nameOf(image)), image));
}
