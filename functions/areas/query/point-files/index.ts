import { machineFileDirectory } from '../../../../adapters/aws/dynamodb/machine-files/machine-file-directory.ts';
import { table } from '../../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../../adapters/aws/dynamodb/users/user-directory.ts';
import { environment } from '../../../http/environment.ts';
import { serve } from '../../../http/serve.ts';
import { httpServices } from '../../../http/services.ts';
import { pointFilesApi } from './api.ts';
import { pointFileHandlers } from './handlers.ts';
import type { PointFilesServices } from './services.ts';

const { OPERATIONS_TABLE, USERS_TABLE } = environment('OPERATIONS_TABLE', 'USERS_TABLE');

const services: PointFilesServices = {
  ...httpServices(),
  machineFiles: machineFileDirectory(table(OPERATIONS_TABLE)),
  users: userDirectory(table(USERS_TABLE)),
};

export const handler = serve(pointFilesApi, pointFileHandlers, services);
