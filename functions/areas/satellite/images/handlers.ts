import { notFound, Problem } from '../../../../domain/errors.ts';
import { satelliteImageKey } from '../../../../domain/files/object-keys.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';
import { downloadAnswer } from '../../../http/body/download.ts';
import type { Handlers, RequestContext } from '../../../http/exchange.ts';
import { processOf } from '../process-of.ts';
import type { SatelliteServices } from '../services.ts';
import { upstreamOf } from '../upstream-header.ts';
import type { imageEndpoints } from './endpoints.ts';
import { drawTile } from './tile.ts';

export const imageHandlers: Handlers<typeof imageEndpoints, SatelliteServices> = {
  async downloadSatelliteImage({ found, params, request }, services) {
    const process = await processOf(found.field, params.processId, services);
    return imageAnswer(process, params.type, request, services);
  },

  async openSatelliteImage({ params: { link }, request }, services) {
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
    return imageAnswer(process, linked.type, request, services);
  },

  async getSatelliteTile({ found, params: { processId, type, z, x, tile } }, services) {
    const y = Number.parseInt(tile, 10);
    if (Math.max(x, y) >= 2 ** z) throw notFound('image', `${type}/tiles/${z}/${x}/${tile}`);
    const process = await processOf(found.field, processId, services);
    const body = await drawTile(process, type, { z, x, y }, services.files);
    // Maps request the same tiles with each move, and a reprocessed image has the same pixels.
    const kept = { 'cache-control': 'private, max-age=3600', vary: 'authorization, x-api-key' };
    return { status: 200, headers: { ...kept, ...upstreamOf([process]) }, body };
  },
};

/** The redirect to an image of a process. @throws Problem 404 */
async function imageAnswer(
  process: ImageProcess,
  wanted: string,
  request: RequestContext,
  { downloads }: Pick<SatelliteServices, 'downloads'>,
) {
  const image = process.images.find(({ type }) => type === wanted);
  if (!image) throw notFound('image', wanted);
  const fileName = `${process.date.slice(0, 10)} ${image.file}`;
  const answer = downloadAnswer(request, await downloads.address(satelliteImageKey(process, image.file), fileName));
  return { ...answer, headers: { ...answer.headers, ...upstreamOf([process]) } };
}
