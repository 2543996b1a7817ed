import { DynamoDBServiceException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { UnwritableRecord } from '../../../domain/errors.ts';

const maxReason = 300;

/**
 * What a failed write means: `UnwritableRecord` for one that fails however often it is tried, because the table refuses it or because it
 * has a value that no item can have (NaN, an infinite number, a whole number of more than 53 bits); else the error itself.
 *
 * @param written what was to be written, as plain values.
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

/** The client refuses such values with an error of no kind of its own, so that they are looked for again. */
function unwritableValue(written: object): string | undefined {
  try {
    marshall(written, { removeUndefinedValues: true });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
