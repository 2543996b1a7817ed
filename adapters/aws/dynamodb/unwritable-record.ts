import { DynamoDBServiceException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { UnwritableRecord } from '../../../domain/errors.ts';

const maxReason = 300;

/**
 * The error of a failed write: `UnwritableRecord` for one that always fails, because the table rejects it or it has a
 * value that no item can have (NaN, an infinite number, an integer of more than 53 bits); otherwise the given error.
 *
 * @param written the written items as plain values.
 * @example throw unwritableRecord(error, writes);
 */
export function unwritableRecord(error: unknown, written: object): unknown {
  const reason = refusalOf(error) ?? unwritableValue(written);
  return reason === undefined ? error : new UnwritableRecord(reason.slice(0, maxReason), { cause: error });
}

function refusalOf(error: unknown): string | undefined {
  if (error instanceof TransactionCanceledException) {
    return error.CancellationReasons?.find(({ Code }) => Code === 'ValidationError')?.Message;
  }
  const isRefused = error instanceof DynamoDBServiceException && error.name === 'ValidationException';
  return isRefused ? error.message : undefined;
}

/** Searches for such values, which the client rejects with a general error. */
function unwritableValue(written: object): string | undefined {
  try {
    marshall(written, { removeUndefinedValues: true });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
