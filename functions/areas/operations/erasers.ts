import { countEraser } from '../../../adapters/aws/dynamodb/counts/count-eraser.ts';
import {
  ingestsEraser,
  lakeEraser,
  operationsEraser,
} from '../../../adapters/aws/dynamodb/machine-files/operations-eraser.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { erasingObjectStore } from '../../../adapters/aws/s3/erasing-object-store.ts';
import { systemClock } from '../../../adapters/system.ts';
import type { Eraser } from '../../../domain/erasure/eraser.ts';
import { environment } from '../../http/environment.ts';

/** The records of files lead to their points, which go before them. */
export function erasersOfOperations(): Eraser[] {
  const { OPERATIONS_TABLE, LAKE_BUCKET } = environment('OPERATIONS_TABLE', 'LAKE_BUCKET');
  const operations = table(OPERATIONS_TABLE);
  const lake = erasingObjectStore(LAKE_BUCKET);
  return [
    countEraser('operations:counts', operations),
    lakeEraser(operations, lake, systemClock),
    ingestsEraser(operations, lake),
    { ...operationsEraser(operations), after: ['lake:lake/points/', 'lake:lake/ingests/'] },
  ];
}
