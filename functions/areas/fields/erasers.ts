import { countEraser } from '../../../adapters/aws/dynamodb/counts/count-eraser.ts';
import { fieldsEraser } from '../../../adapters/aws/dynamodb/erasure/table-erasers.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import type { Eraser } from '../../../domain/erasure/eraser.ts';
import { environment } from '../../http/environment.ts';

/** Usage facts take shapes along before the fields go. */
export function erasersOfFields(): Eraser[] {
  const { FIELDS_TABLE } = environment('FIELDS_TABLE');
  const fields = table(FIELDS_TABLE);
  return [countEraser('fields:counts', fields), { ...fieldsEraser(fields), after: ['usage'] }];
}
