/** Base of the area of machine files, which upload sessions lead to as well. */
export const operationsBase = '/services/operations/api';

/** The path of a batch of machine files, below the base of the API. */
export function batchPath(batchId: string): string {
  return `${operationsBase}/batch/${batchId}`;
}
