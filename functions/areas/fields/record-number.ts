import { largestRecordNumber } from '../../../domain/record-number.ts';
import { wholeNumber } from '../../http/parameters.ts';

/** The number of a grower or a farm in a path or a query string. */
export const recordNumber = wholeNumber(1, largestRecordNumber);
