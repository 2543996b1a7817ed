import type { BoundaryReader } from '../../../domain/boundary-files/boundary-reader.ts';
import type { Clock, DerivedId, PlacedId } from '../../../domain/clock.ts';
import type { FieldWriter } from '../../../domain/fields/field-store.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import type { BatchStore } from '../../../domain/machine-files/batch-store.ts';
import type { UploadStore } from '../../../domain/uploads/upload-store.ts';

export interface ConversionServices {
  uploads: UploadStore;
  /** Takes what is machine data of uploads of any kind. */
  batches: Pick<BatchStore, 'create'>;
  fields: FieldWriter;
  files: ObjectStore;
  reader: BoundaryReader;
  clock: Clock;
  placedId: PlacedId;
  derivedId: DerivedId;
}
