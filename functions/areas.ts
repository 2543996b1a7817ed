import { configurationsApi } from './configurations/api.ts';
import { docsApi } from './docs/api.ts';
import { fieldsApi } from './fields/api.ts';
import type { Area } from './http/operation.ts';
import { operationsApi } from './operations/api.ts';
import { pointFilesApi } from './point-files/api.ts';
import { queriesApi } from './queries/api.ts';
import { queryApi } from './query/api.ts';
import { tokensApi } from './tokens/api.ts';
import { uploadsApi } from './uploads/api.ts';
import { usersApi } from './users/api.ts';

/** Every area of the API. The only list: routes, documents, tests and deployment are made from it. */
export const areas: readonly Area[] = [
  tokensApi,
  usersApi,
  fieldsApi,
  uploadsApi,
  operationsApi,
  configurationsApi,
  queryApi,
  queriesApi,
  pointFilesApi,
  docsApi,
];
