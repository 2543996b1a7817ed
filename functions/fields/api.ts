import { defineArea } from '../http/operation.ts';
import { boundaryOperations } from './boundary/operations.ts';
import { fieldOperations } from './field/operations.ts';

/** Area L: where all other data hangs. */
export const fieldsApi = defineArea({
  name: 'fields',
  title: 'Fields and boundaries',
  letter: 'L',
  description: 'The fields of service users, and the boundaries that say where they are.',
  base: '/services/fields/api',
  operations: { ...fieldOperations, ...boundaryOperations },
});
