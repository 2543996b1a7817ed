import { notFound, Problem } from '../../../../domain/errors.ts';
import { satelliteImageKey } from '../../../../domain/files/object-keys.ts';
import type { PicturePart } from '../../../../domain/satellite/pictures/shown-parts.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';
import type { StoredSatelliteField } from '../../../../domain/satellite/satellite-field.ts';
import { downloadAnswer } from '../../../http/body/download.ts';
import type { Handlers, RequestContext } from '../../../http/exchange.ts';
import { processOf } from '../process-of.ts';
import type { SatelliteServices } from '../services.ts';
import { upstreamOf } from '../upstream-header.ts';
import { drawSheet } from './draw-sheet.ts';
import type { imageEndpoints } from './endpoints.ts';
import { drawTile } from './tile.ts';

export const imageHandlers: Handlers<typeof imageEndpoints, SatelliteServices> = {
  async downloadSatelliteImage({ found: { field }, params, query, request }, services) {
    const process = await processOf(field, params.processId, services);
    return imageAnswer({ field, process, type: params.type, ...query }, request, services);
  },

  async openSatelliteImage({ params: { link }, query, request }, services) {
    const { imageLinks, satelliteFields, processes, clock } = services;
    const linked = await imageLinks.read(link);
    if (!linked) throw notFound('image', 'in this link');
    if (linked.until <= clock.now()) {
      const detail =
        'The link has expired: links of images are valid for five minutes. Get the process again for a new one.';
      throw new Problem('gone', detail, { errorKey: 'imageLinkExpired' });
    }
    const { ownerId, fieldId, processId } = linked;
    const [field, process] = await Promise.all([
      satelliteFields.get(ownerId, fieldId),
      processes.get(ownerId, fieldId, processId),
    ]);
    if (!field || !process) throw notFound('image', linked.type);
    return imageAnswer({ field, process, type: linked.type, ...query }, request, services);
  },

  async getSatelliteTile({ found, params: { processId, type, z, x, tile } }, services) {
    const y = Number.parseInt(tile, 10);
    if (Math.max(x, y) >= 2 ** z) throw notFound('image', `${type}/tiles/${z}/${x}/${tile}`);
    const process = await processOf(found.field, processId, services);
    const body = await drawTile(process, type, { z, x, y }, services.files);
    return { status: 200, headers: { ...cacheable, ...upstreamOf([process]) }, body };
  },
};

/** For pictures in responses: maps request the same tiles with each move, and a reprocessed image has the same pixels. */
const cacheable = { 'cache-control': 'private, max-age=3600', vary: 'authorization, x-api-key' };

interface WantedImage {
  field: StoredSatelliteField;
  process: ImageProcess;
  type: string;
  /** What is drawn beside the picture. */
  show?: ReadonlySet<PicturePart> | undefined;
}

/** The redirect to an image of a process, or its picture with what is to be shown. @throws Problem 404 or 400 */
async function imageAnswer(
  { field, process, type: wanted, show }: WantedImage,
  request: RequestContext,
  { downloads, files }: Pick<SatelliteServices, 'downloads' | 'files'>,
) {
  const image = process.images.find(({ type }) => type === wanted);
  if (!image) throw notFound('image', wanted);
  const upstream = upstreamOf([process]);
  if (show) {
    const body = await drawSheet(process, image, { field: field.geometry, show, files });
    return { status: 200 as const, headers: { ...cacheable, ...upstream, 'content-type': 'image/png' }, body };
  }
  const fileName = `${process.date.slice(0, 10)} ${image.file}`;
  const answer = downloadAnswer(request, await downloads.address(satelliteImageKey(process, image.file), fileName));
  if (answer.status === 303) return { ...answer, headers: { ...answer.headers, ...upstream } };
  const headers = { ...answer.headers, ...upstream, 'cache-control': 'private, no-store' };
  return { ...answer, headers, body: JSON.stringify(answer.body) };
}
