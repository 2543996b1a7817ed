import { isOfType, validationError } from '../api-error.ts';
import type { Item } from './item.ts';

/** Whether a write requests the item on which its condition failed. */
export function wantsFailedItem(input: unknown): boolean {
  const wanted = (input as { ReturnValuesOnConditionCheckFailure?: unknown }).ReturnValuesOnConditionCheckFailure;
  if (wanted === undefined || wanted === null || wanted === 'NONE') return false;
  if (wanted === 'ALL_OLD') return true;
  throw validationError(
    `1 validation error detected: Value '${wanted}' at 'returnValuesOnConditionCheckFailure' failed to satisfy constraint: ` +
      'Member must satisfy enum value set: [ALL_OLD, NONE]',
  );
}

/** Adds the item, when there was one, to the error of a failed condition. */
export function addFailedItem(error: unknown, item: Item | undefined): void {
  if (item && isOfType(error, 'ConditionalCheckFailedException')) error.body.Item = item;
}
