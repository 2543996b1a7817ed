import type { Clock, DerivedId } from '../../../domain/clock.ts';
import type { FieldDirectory } from '../../../domain/fields/field-store.ts';
import type { StreamingObjectStore } from '../../../domain/files/object-store.ts';
import type { TableChange } from '../../../domain/lake-tables/shard.ts';
import type { EndingSoilBatchStore } from '../../../domain/soil/batch/soil-batch-store.ts';
import type { SoilReader } from '../../../domain/soil/soil-reader.ts';

export interface SoilProcessing {
  soil: EndingSoilBatchStore;
  files: StreamingObjectStore;
  reader: SoilReader;
  fields: Pick<FieldDirectory, 'withShapes'>;
  /** Has rows of the lake written again. */
  noteRows(change: TableChange): Promise<void>;
  clock: Clock;
  derivedId: DerivedId;
}
