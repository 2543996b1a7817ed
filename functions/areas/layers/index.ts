import { requestEnds } from '../../../adapters/aws/dynamodb/request-ends.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { sessionStore } from '../../../adapters/aws/dynamodb/uploads/session-store.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { layerReader } from '../../../adapters/gdal/geotiff/layer-reader.ts';
import { openPortOf } from '../../../adapters/providers/open-port.ts';
import { systemClock } from '../../../adapters/system.ts';
import { providerAt } from '../../../domain/providers/providers.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { accountServices } from '../../queue/account-services.ts';
import { fileReaders } from '../../queue/file-readers.ts';
import { layersApi } from './api.ts';
import { layerHandlers } from './handlers.ts';
import type { LayersServices } from './services.ts';

const names = environment('USERS_TABLE', 'UPLOADS_TABLE', 'FILES_BUCKET', 'REQUESTS_TABLE');
const users = table(names.USERS_TABLE);
const accounts = accountServices(process.env);

const services: LayersServices = {
  ...httpServices(),
  users: userDirectory(users),
  sessions: sessionStore(table(names.UPLOADS_TABLE), users),
  files: objectStore(names.FILES_BUCKET),
  reader: layerReader(fileReaders('read-geotiff'), requestEnds(table(names.REQUESTS_TABLE), systemClock)),
  receiverOf: (user) => openPortOf('layers', user, providerAt('climateFieldView'), accounts),
};

export const handler = serve(layersApi, layerHandlers, services);
