import { defineArea } from '../../http/operation.ts';
import { boundaryOperations } from './boundary/operations.ts';
import { farmOperations } from './farms/operations.ts';
import { fieldOperations } from './field/operations.ts';
import { growerOperations } from './growers/operations.ts';
import { operationFileOperations } from './operation-file/operations.ts';
import { overlapOperations } from './overlap/operations.ts';
import { seasonOperations } from './seasons/operations.ts';
import { syncOperations } from './sync/operations.ts';
import { zoneOperations } from './zones/operations.ts';

/** Area L: where all other data hangs. */
export const fieldsApi = defineArea({
  name: 'fields',
  title: 'Growers, farms, fields and boundaries',
  letter: 'L',
  description: 'The growers, farms and fields of service users, and the boundaries that say where fields are.',
  base: '/services/fields/api',
  operations: {
    ...growerOperations,
    ...farmOperations,
    ...fieldOperations,
    ...boundaryOperations,
    ...overlapOperations,
    ...operationFileOperations,
    ...syncOperations,
    ...seasonOperations,
    ...zoneOperations,
  },
});
