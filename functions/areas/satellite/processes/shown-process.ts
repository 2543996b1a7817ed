import type * as z from 'zod';
import { satelliteImageKey } from '../../../../domain/files/object-keys.ts';
import type { ImageProcess, imageProcessSchema } from '../../../../domain/satellite/image-process.ts';
import type { RequestContext } from '../../../http/exchange.ts';
import type { SatelliteServices } from '../services.ts';

const base = '/services/satellite/api';

/** A process as it is answered, each image with its two URLs. */
export async function shownProcess(
  process: ImageProcess,
  request: RequestContext,
  { downloads }: Pick<SatelliteServices, 'downloads'>,
): Promise<z.input<typeof imageProcessSchema>> {
  const { id, fieldId, sceneId, images, ...others } = process;
  const path = `${request.base}${base}/fields/${fieldId}/processes/${id}/images`;
  const shown = images.map(async ({ type, file, resolution }) => ({
    url: `${path}/${type}`,
    downloadUrl: (await downloads.address(satelliteImageKey(process, file), `${process.date.slice(0, 10)} ${file}`))
      .url,
    ...{ type, resolution },
  }));
  return { ...others, id, scene: sceneId, images: await Promise.all(shown) };
}
