import { type ApiError, apiError, isOfType } from '../api-error.ts';
import type { Item } from '../items/item.ts';

/** Why an item of a transaction caused its cancellation, or `None`. */
export interface CancellationReason {
  Code: string;
  Message?: string;
  Item?: Item;
}

export const noReason: CancellationReason = { Code: 'None' };

/**
 * The cancellation reason of an item's error. Errors that do not concern the item are thrown again.
 *
 * @example reasons.push(reasonOf(error));
 */
export function reasonOf(error: unknown): CancellationReason {
  if (isOfType(error, 'ConditionalCheckFailedException')) {
    const item = error.body.Item as Item | undefined;
    return { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', ...(item && { Item: item }) };
  }
  if (isOfType(error, 'ValidationException')) return { Code: 'ValidationError', Message: error.message };
  throw error;
}

/** The error of a transaction with the reason of each of its items, in their order. */
export function transactionCanceled(reasons: CancellationReason[]): ApiError {
  const codes = reasons.map((reason) => reason.Code).join(', ');
  return apiError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons: reasons },
  );
}
