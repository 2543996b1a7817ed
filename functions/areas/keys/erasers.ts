import { keysEraser } from '../../../adapters/aws/dynamodb/keys/api-key-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import type { Eraser } from '../../../domain/erasure/eraser.ts';
import { environment } from '../../http/environment.ts';

export function erasersOfKeys(): Eraser[] {
  const { KEYS_TABLE } = environment('KEYS_TABLE');
  return [keysEraser(table(KEYS_TABLE))];
}
