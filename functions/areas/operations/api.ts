import { defineArea } from '../../http/operation.ts';
import { operationsBase } from '../../http/operations-base.ts';
import { batchOperations } from './batch/operations.ts';
import { artefactOperations } from './files/artefact-operations.ts';
import { fileOperations } from './files/operations.ts';
import { workImageOperations } from './work/image-operations.ts';
import { workOperations } from './work/operations.ts';

/** Area R: what machines recorded, in one form. */
export const operationsApi = defineArea({
  name: 'operations',
  title: 'Machine files',
  letter: 'R',
  description:
    'Archives of what machines recorded become files of standard points with summaries and units. Conversion is asynchronous: watch the batch, then read its files.',
  base: operationsBase,
  operations: {
    ...batchOperations,
    ...fileOperations,
    ...artefactOperations,
    ...workOperations,
    ...workImageOperations,
  },
});
