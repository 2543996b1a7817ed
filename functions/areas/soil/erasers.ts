import { countEraser } from '../../../adapters/aws/dynamodb/counts/count-eraser.ts';
import { soilEraser } from '../../../adapters/aws/dynamodb/soil/soil-eraser.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import type { Eraser } from '../../../domain/erasure/eraser.ts';
import { environment } from '../../http/environment.ts';

export function erasersOfSoil(): Eraser[] {
  const soil = table(environment('SOIL_TABLE').SOIL_TABLE);
  return [countEraser('soil:counts', soil), soilEraser(soil)];
}
