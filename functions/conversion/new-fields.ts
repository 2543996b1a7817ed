import type { ConvertedField } from '../../domain/boundary-files/converted-set.ts';
import { timestamp } from '../../domain/clock.ts';
import type { NewField } from '../../domain/fields/field-store.ts';
import { newField } from '../../domain/fields/new-field.ts';
import type { Entry } from '../../domain/uploads/entry.ts';
import type { Upload } from '../../domain/uploads/upload.ts';
import type { ConversionServices } from './services.ts';

/** The fields that an entry's features become, each with its first boundary. */
export function newFields(
  { id: uploadId, svcUserId, farmId }: Upload,
  entry: Entry,
  converted: ConvertedField[],
  { clock, derivedId }: ConversionServices,
): NewField[] {
  const createdTime = timestamp(clock.now());
  return converted.map(({ index, name, geometry, validity }) => {
    const id = derivedId(uploadId, entry.id, index, 'field');
    const boundaryId = derivedId(uploadId, entry.id, index, 'boundary');
    const { field, boundary } = newField({ id, svcUserId, name, farmId, geometry }, boundaryId, createdTime);
    return { field, boundary: { ...boundary, validity } };
  });
}
