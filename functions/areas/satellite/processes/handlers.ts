import type * as z from 'zod';
import { Problem } from '../../../../domain/errors.ts';
import type { ImageProcess, imageProcessSchema } from '../../../../domain/satellite/processes/image-process.ts';
import type { Handlers, RequestContext } from '../../../http/exchange.ts';
import { processOf } from '../process-of.ts';
import type { SatelliteServices } from '../services.ts';
import { upstreamNow, upstreamOf } from '../upstream-header.ts';
import type { processEndpoints } from './endpoints.ts';

/** How long a `downloadUrl` is valid: long enough to start a download, short enough to be useless in a log. */
const linkMilliseconds = 5 * 60_000;

type HandlersOfProcesses = Handlers<typeof processEndpoints, SatelliteServices>;

const reprocess: HandlersOfProcesses['reprocessSatelliteImage'] = async ({ found, params, request }, services) => {
  const process = await processOf(found.field, params.processId, services);
  if (!(await services.processes.restart(process))) {
    const detail = `The process ${process.id} is running. Try again when it has ended.`;
    throw new Problem('conflict', detail, { errorKey: 'processUnderWay' });
  }
  const { processQueue, planetQueue } = services;
  const queue = process.provider === 'planet' ? planetQueue : processQueue;
  await queue.send({ ownerId: process.ownerId, fieldId: process.fieldId, processId: process.id });
  const again = await processOf(found.field, params.processId, services);
  return { status: 202, headers: upstreamOf([again]), body: await shownProcess(again, request, services) };
};

export const processHandlers: HandlersOfProcesses = {
  async listSatelliteProcesses({ found: { field }, query, asked, request }, services) {
    const page = await services.processes.list(field.ownerId, field.id, query, asked);
    const body = await Promise.all(page.items.map((process) => shownProcess(process, request, services)));
    const headers = page.items.length > 0 ? upstreamOf(page.items) : upstreamNow(field.providers, services.upstreams);
    return { status: 200, headers, page, body };
  },

  async getSatelliteProcess({ found, params, request }, services) {
    const process = await processOf(found.field, params.processId, services);
    return { status: 200, headers: upstreamOf([process]), body: await shownProcess(process, request, services) };
  },

  reprocessSatelliteImage: reprocess,
  reprocessSatelliteImages: reprocess,
};

/** A process as responses show it, each image with its two URLs. */
async function shownProcess(
  process: ImageProcess,
  request: RequestContext,
  { imageLinks, clock }: Pick<SatelliteServices, 'imageLinks' | 'clock'>,
): Promise<z.input<typeof imageProcessSchema>> {
  const { id, ownerId, fieldId, sceneId, images, ...others } = process;
  const base = `${request.base}/services/satellite/api`;
  const until = clock.now() + linkMilliseconds;
  const shown = images.map(async ({ type, resolution }) => ({
    url: `${base}/fields/${fieldId}/processes/${id}/images/${type}`,
    downloadUrl: `${base}/images/${await imageLinks.write({ ownerId, fieldId, processId: id, type, until })}`,
    ...{ type, resolution },
  }));
  return { ...others, id, scene: sceneId, images: await Promise.all(shown) };
}
