import { fieldDirectory } from '../../adapters/aws/dynamodb/fields/field-directory.ts';
import { table } from '../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../adapters/aws/dynamodb/users/user-directory.ts';
import { objectStore } from '../../adapters/aws/s3/object-store.ts';
import { environment } from '../http/environment.ts';
import { serve } from '../http/serve.ts';
import { httpServices } from '../http/services.ts';
import { fieldsApi } from './api.ts';
import { getActiveBoundary } from './boundary/get-active-boundary.ts';
import { getBoundary } from './boundary/get-boundary.ts';
import { listBoundaries } from './boundary/list-boundaries.ts';
import { getField } from './field/get-field.ts';
import { listFields } from './field/list-fields.ts';
import type { FieldsServices } from './services.ts';

const { FIELDS_TABLE, USERS_TABLE, FILES_BUCKET } = environment('FIELDS_TABLE', 'USERS_TABLE', 'FILES_BUCKET');

const services: FieldsServices = {
  ...httpServices(),
  users: userDirectory(table(USERS_TABLE)),
  fields: fieldDirectory(table(FIELDS_TABLE), objectStore(FILES_BUCKET)),
};

export const handler = serve(
  fieldsApi,
  { listFields, getField, listBoundaries, getBoundary, getActiveBoundary },
  services,
);
