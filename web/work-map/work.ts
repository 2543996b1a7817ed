import type { Summary } from '../api/uploads.ts';

export type OperationType = 'harvested' | 'planted' | 'applied' | 'tillage';

/** A processed machine file. */
export interface Work {
  id: string;
  operationType: OperationType;
  summary: Summary;
}

/** Properties that growers look at, the first one that there is. */
const shown: Record<OperationType, readonly string[]> = {
  harvested: ['dryMassPerArea', 'wetMassPerArea', 'dryVolumePerArea', 'wetVolumePerArea'],
  planted: ['seedRate'],
  applied: ['appliedRate'],
  tillage: ['tillageDepthActual', 'speed'],
};

/** Yields in bushels, where the owner has them. */
const inBushels = ['dryVolumePerArea', 'wetVolumePerArea'];

/**
 * The property that growers look at: a yield in bushels before one in tonnes or pounds.
 *
 * @example mainProperty('harvested', [{ property: 'speed', unit: 'm/s' }, { property: 'wetMassPerArea', unit: 't/ha' }]) // 'wetMassPerArea'
 */
export function mainProperty(
  operationType: OperationType,
  properties: readonly { property: string; unit?: string | undefined }[],
): string | undefined {
  const of = (name: string) => properties.find(({ property }) => property === name);
  const bushels = inBushels.map(of).find((one) => one?.unit?.startsWith('bu/'));
  return (bushels ?? shown[operationType].map(of).find((one) => one !== undefined))?.property;
}

/** Where the layers of a machine file's points are. */
export const layersOfFile = (fileId: string) => `/services/operations/api/files/${fileId}/pointLayers`;

/** Where the layers of a field operation's points are. */
export const layersOfOperation = (operationId: string) =>
  `/services/operations/api/operations/${operationId}/pointLayers`;
