import { fieldStore } from '../../adapters/aws/dynamodb/fields/field-store.ts';
import { table } from '../../adapters/aws/dynamodb/table.ts';
import { userStore } from '../../adapters/aws/dynamodb/users/user-store.ts';
import { objectStore } from '../../adapters/aws/s3/object-store.ts';
import { newId, systemClock } from '../../adapters/system.ts';
import { environment } from '../http/environment.ts';
import { serve } from '../http/serve.ts';
import { httpServices } from '../http/services.ts';
import { fieldsApi } from './api.ts';
import { getActiveBoundary } from './get-active-boundary.ts';
import { getBoundary } from './get-boundary.ts';
import { getField } from './get-field.ts';
import { listBoundaries } from './list-boundaries.ts';
import { listFields } from './list-fields.ts';
import type { FieldsServices } from './services.ts';

const names = environment('FIELDS_TABLE', 'USERS_TABLE', 'EVENTS_TABLE', 'USAGE_TABLE', 'FILES_BUCKET');
const users = table(names.USERS_TABLE);
const events = table(names.EVENTS_TABLE);

const services: FieldsServices = {
  ...httpServices(),
  users: userStore({ users, events, clock: systemClock, newId }),
  fields: fieldStore({
    fields: table(names.FIELDS_TABLE),
    users,
    events,
    usage: table(names.USAGE_TABLE),
    files: objectStore(names.FILES_BUCKET),
    newId,
  }),
};

export const handler = serve(
  fieldsApi,
  { listFields, getField, listBoundaries, getBoundary, getActiveBoundary },
  services,
);
