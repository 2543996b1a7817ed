import type { ConvertedField } from '../../domain/boundary-files/converted-set.ts';
import { timestamp } from '../../domain/clock.ts';
import type { NewField } from '../../domain/fields/field-store.ts';
import { areaHectares } from '../../domain/geometry/area.ts';
import type { Entry } from '../../domain/uploads/entry.ts';
import type { Upload } from '../../domain/uploads/upload.ts';
import type { ConversionServices } from './services.ts';

/** Square metres are more than any boundary is known to. */
const areaDecimals = 4;

/** The fields that an entry's features become, each with its first boundary. */
export function newFields(
  { id: uploadId, svcUserId, farmId }: Upload,
  entry: Entry,
  converted: ConvertedField[],
  { clock, derivedId }: ConversionServices,
): NewField[] {
  const createdTime = timestamp(clock.now());
  const times = { createdTime, updatedTime: createdTime };
  return converted.map(({ index, name, geometry, validity }) => {
    const id = derivedId(uploadId, entry.id, index, 'field');
    const boundaryId = derivedId(uploadId, entry.id, index, 'boundary');
    const area = { value: Number(areaHectares(geometry).toFixed(areaDecimals)), unit: 'ha' as const };
    return {
      field: {
        id,
        ...(name !== undefined && { name }),
        ...(farmId !== undefined && { farmId }),
        svcUserId,
        boundaries: [boundaryId],
        type: 'ORIGINAL',
        status: 'PROCESSED',
        files: [],
        area,
        ...times,
      },
      boundary: { id: boundaryId, status: 'ACTIVE', geometry, area, validity, ...times },
    };
  });
}
