import { Problem } from '../../../../domain/errors.ts';
import { type DeviationKind, imageProjection, imageStem, sheetName } from '../../../../domain/machine-files/image.ts';
import { targetNameOf } from '../../../../domain/machine-files/maps/deviation.ts';
import { legendOf, untargeted } from '../../../../domain/machine-files/maps/legend.ts';
import { downloadAnswer } from '../../../http/body/download.ts';
import type { RequestContext } from '../../../http/exchange.ts';
import type { OperationsServices } from '../services.ts';
import { shownIn } from './in-path.ts';
import { type Drawn, type MadeImage, madeImages } from './made-images.ts';

const retryAfterSeconds = 2;

const underWay = {
  status: 202,
  headers: { 'retry-after': String(retryAfterSeconds) },
  body: { message: `The images are being drawn. Send the request again in ${retryAfterSeconds} seconds.` },
} as const;

/** An image as it is answered. @param address of the images, without the name of one. */
export function shownImage(image: MadeImage, address: string) {
  const { property, deviation, withoutTarget, unit, classes, extent, width, height } = image;
  const { colours, texts } = legendOf(image);
  const ranges = classes.map((range, index) => ({
    colorCode: colours[index] ?? '',
    ...range,
    label: texts[index] ?? '',
  }));
  const without = withoutTarget && { colorCode: untargeted.colour, label: untargeted.text, ...withoutTarget };
  const url = `${address}/${imageStem(image)}.png`;
  return {
    property,
    ...(deviation && { deviation, target: targetNameOf(property) }),
    legend: { unit, ranges, ...(without && { withoutTarget: without }) },
    extent,
    projection: imageProjection,
    ...{ width, height, url, downloadUrl: url, mapUrl: `${address}/${sheetName(imageStem(image))}` },
  };
}

/** An image with the colours that all images share, or all images of deviations. */
export function shownRampImage(image: MadeImage, address: string) {
  return { ...shownImage(image, address), ramp: legendOf(image).ramp };
}

/** Answers the list of images of properties or, where the request asks for them, of their deviations from targets. */
export async function mapsAnswer<Shown>(
  drawn: Drawn,
  deviation: DeviationKind | undefined,
  show: (image: MadeImage) => Shown,
  services: OperationsServices,
) {
  if (deviation && drawn.isReady && drawn.targeted.length === 0) return { status: 200 as const, body: [] };
  return listAnswer(drawn, (image) => image.deviation === deviation, show, services);
}

/** Answers a list of images. */
export async function listAnswer<Shown>(
  drawn: Drawn,
  wants: (image: Pick<MadeImage, 'geoTiff' | 'deviation'>) => boolean,
  show: (image: MadeImage) => Shown,
  services: OperationsServices,
) {
  const images = await madeImages(drawn, wants, services);
  return images ? { status: 200 as const, body: images.map(show) } : underWay;
}

function noSuchImage(image: string, shown: readonly string[]): Problem {
  const known = shown.length === 0 ? 'It has none.' : `There are images of ${shown.join(', ')}.`;
  return new Problem('notFound', `There is no image ${image}. ${known}`, { errorKey: 'imageNotFound' });
}

/** Answers a file of an image with the way to it; 404 for a property that the points do not have. */
export async function imageAnswer(
  request: RequestContext,
  drawn: Drawn,
  image: string,
  keyOf: (name: string) => string,
  services: OperationsServices,
) {
  const { property, deviation } = shownIn(image);
  const shown = deviation === undefined ? drawn.drawable : drawn.targeted;
  if (drawn.isReady && !shown.includes(property)) throw noSuchImage(image, shown);
  const isNumbers = image.endsWith('.tif');
  const images = await madeImages(
    drawn,
    (one) => one.property === property && one.deviation === deviation && (!isNumbers || one.geoTiff === true),
    services,
  );
  if (!images) return underWay;
  const [found] = images;
  if (!found) throw noSuchImage(image, shown);
  return downloadAnswer(request, await services.downloads.address(keyOf(found.nameOf(image)), image));
}
