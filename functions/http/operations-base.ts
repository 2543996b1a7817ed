/** Base of the area of machine files, which upload sessions lead to as well. */
export const operationsBase = '/services/operations/api';

/** Where a batch of machine files is, below the base of the API. */
export function batchPath(batchId: string): string {
  return `${operationsBase}/batch/${batchId}`;
}
