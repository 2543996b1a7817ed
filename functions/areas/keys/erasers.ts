import { keysEraser } from '../../../adapters/aws/dynamodb/keys/api-key-store.ts';
import { linksEraser } from '../../../adapters/aws/dynamodb/keys/link-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import type { Eraser } from '../../../domain/erasure/eraser.ts';
import { environment } from '../../http/environment.ts';

export function erasersOfKeys(): Eraser[] {
  const { KEYS_TABLE } = environment('KEYS_TABLE');
  const keys = table(KEYS_TABLE);
  return [keysEraser(keys), linksEraser(keys)];
}
