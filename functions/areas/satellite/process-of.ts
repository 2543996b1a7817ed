import type { ImageProcess } from '../../../domain/satellite/processes/image-process.ts';
import type { StoredSatelliteField } from '../../../domain/satellite/satellite-field.ts';
import { orNotFound } from '../../http/existence.ts';
import type { SatelliteServices } from './services.ts';

/** A process of a field. @throws Problem 404 */
export async function processOf(
  { ownerId, id }: StoredSatelliteField,
  processId: string,
  { processes }: Pick<SatelliteServices, 'processes'>,
): Promise<ImageProcess> {
  return orNotFound(await processes.get(ownerId, id, processId), 'process', processId);
}
