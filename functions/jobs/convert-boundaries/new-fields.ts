import type { ConvertedField } from '../../../domain/boundary-files/converted-set.ts';
import { timestamp } from '../../../domain/clock.ts';
import type { NewField } from '../../../domain/fields/field-store.ts';
import { newField } from '../../../domain/fields/new-field.ts';
import type { Upload } from '../../../domain/uploads/upload.ts';
import type { ConversionServices } from './services.ts';

/** The fields that the features of a file become, each with its first boundary. `file`: its place in the upload. */
export function newFields(
  { id: uploadId, svcUserId, farmId }: Upload,
  file: number,
  converted: ConvertedField[],
  { clock, placedId }: ConversionServices,
): NewField[] {
  const createdTime = timestamp(clock.now());
  return converted.map(({ index, name, geometry, validity }) => {
    const id = placedId(uploadId, [file, index], 'field');
    const boundaryId = placedId(uploadId, [file, index], 'boundary');
    const { field, boundary } = newField({ id, svcUserId, name, farmId, geometry }, boundaryId, createdTime);
    return { field, boundary: { ...boundary, validity } };
  });
}
