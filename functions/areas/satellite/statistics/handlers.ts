import { readIndexPixels } from '../../../../adapters/satellite/index-pixels.ts';
import { givenGeometry } from '../../../../domain/geometry/given-geometry.ts';
import { checkGround } from '../../../../domain/satellite/ground.ts';
import { statisticsOfSides } from '../../../../domain/satellite/processes/ground-statistics.ts';
import type { Handlers } from '../../../http/exchange.ts';
import { orNotFound } from '../../../http/existence.ts';
import { processOf } from '../process-of.ts';
import type { SatelliteServices } from '../services.ts';
import { upstreamOf } from '../upstream-header.ts';
import type { statisticsEndpoints } from './endpoints.ts';

export const statisticsHandlers: Handlers<typeof statisticsEndpoints, SatelliteServices> = {
  async getSatelliteStatistics({ found: { field }, params, body: { geometry, index } }, services) {
    const process = await processOf(field, params.processId, services);
    const ground = await givenGeometry(geometry, services.overlay);
    checkGround(ground);
    const read = orNotFound(await readIndexPixels(process, index, field.geometry, services.files), 'image', index);
    const sides = statisticsOfSides(read, read.inside(ground));
    const { id: processId, date } = process;
    return {
      status: 200,
      headers: upstreamOf([process]),
      body: { processId, date, index, resolution: read.resolution, ...sides },
    };
  },
};
