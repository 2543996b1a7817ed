import { notFound } from '../../../../domain/errors.ts';
import { satelliteImageKey } from '../../../../domain/files/object-keys.ts';
import { downloadAnswer } from '../../../http/download.ts';
import type { Handlers } from '../../../http/exchange.ts';
import { processOf, upstreamOf } from '../process-of.ts';
import type { SatelliteServices } from '../services.ts';
import type { imageEndpoints } from './endpoints.ts';
import { drawTile } from './tile.ts';

export const imageHandlers: Handlers<typeof imageEndpoints, SatelliteServices> = {
  async downloadSatelliteImage({ found, params, request }, services) {
    const process = await processOf(found.field, params.processId, services);
    const image = process.images.find(({ type }) => type === params.type);
    if (!image) throw notFound('image', params.type);
    const fileName = `${process.date.slice(0, 10)} ${image.file}`;
    const link = await services.downloads.address(satelliteImageKey(process, image.file), fileName);
    const answer = downloadAnswer(request, link);
    return { ...answer, headers: { ...answer.headers, ...upstreamOf([process]) } };
  },

  async getSatelliteTile({ found, params: { processId, type, z, x, tile } }, services) {
    const y = Number.parseInt(tile, 10);
    if (Math.max(x, y) >= 2 ** z) throw notFound('image', `${type}/tiles/${z}/${x}/${tile}`);
    const process = await processOf(found.field, processId, services);
    const body = await drawTile(process, type, { z, x, y }, services.files);
    // A map asks for the same tiles with each move; a reprocessed image has the same pixels.
    const kept = { 'cache-control': 'private, max-age=3600', vary: 'authorization, x-api-key' };
    return { status: 200, headers: { ...kept, ...upstreamOf([process]) }, body };
  },
};
