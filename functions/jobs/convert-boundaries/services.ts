import type { BoundaryReader } from '../../../domain/boundary-files/boundary-reader.ts';
import type { Clock, DerivedId, OrderedId } from '../../../domain/clock.ts';
import type { FieldWriter } from '../../../domain/fields/field-store.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import type { Upload } from '../../../domain/uploads/upload.ts';
import type { UploadStore } from '../../../domain/uploads/upload-store.ts';

export interface ConversionServices {
  uploads: UploadStore;
  /** Makes a batch of an upload of any kind; its id. */
  sendMachineData(ownerId: string, upload: Upload): Promise<string>;
  /** The same of soil results. */
  sendSoilResults(ownerId: string, upload: Upload): Promise<string>;
  fields: FieldWriter;
  files: ObjectStore;
  reader: BoundaryReader;
  clock: Clock;
  orderedId: OrderedId;
  derivedId: DerivedId;
}
