/** The prefix of the paths of soil sampling. */
export const soilBase = '/services/soil/api';

/** The path of a batch of soil results, below the base. */
export function soilBatchPath(batchId: string): string {
  return `${soilBase}/soil/batch/${batchId}`;
}
