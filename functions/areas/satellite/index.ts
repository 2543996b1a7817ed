import { planetState } from '../../../adapters/aws/dynamodb/satellite/planet-fields.ts';
import { planetKeys } from '../../../adapters/aws/dynamodb/satellite/planet-keys.ts';
import { processDirectory } from '../../../adapters/aws/dynamodb/satellite/process-directory.ts';
import { satelliteFieldStore } from '../../../adapters/aws/dynamodb/satellite/satellite-field-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import { downloads } from '../../../adapters/aws/s3/downloads.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { packagedGeos } from '../../../adapters/geos/packaged-geos.ts';
import { planetService } from '../../../adapters/satellite/planet/planet.ts';
import { sealedImageLinks } from '../../../adapters/secrets/sealed-image-links.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { callerNetwork } from '../../../domain/access/caller-network.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { satelliteApi } from './api.ts';
import { fieldHandlers } from './fields/handlers.ts';
import { imageHandlers } from './images/handlers.ts';
import { processHandlers } from './processes/handlers.ts';
import { providerHandlers } from './providers/handlers.ts';
import { seriesHandlers } from './series/handlers.ts';
import type { SatelliteServices } from './services.ts';
import { statisticsHandlers } from './statistics/handlers.ts';

const names = environment(
  'SATELLITE_TABLE',
  'FILES_BUCKET',
  'SEARCH_SCENES_QUEUE_URL',
  'PROCESS_SCENES_QUEUE_URL',
  'FOLLOW_PLANET_QUEUE_URL',
  'ERASE_SATELLITE_FIELD_QUEUE_URL',
  'SECRETS_KEY_ID',
  'PLANET_URL',
  'PLANET_SOURCE',
  'SCENES_SOURCE',
);
const satellite = table(names.SATELLITE_TABLE);

const services: SatelliteServices = {
  ...httpServices(),
  networkOf: callerNetwork,
  satelliteFields: satelliteFieldStore(satellite, systemClock),
  processes: processDirectory(satellite, systemClock),
  upstreams: { sentinel: names.SCENES_SOURCE, planet: names.PLANET_SOURCE },
  planet: planetService({ address: names.PLANET_URL }),
  planetKeys: planetKeys(satellite),
  searches: { state: planetState(satellite) },
  sealer: kmsSealer(names.SECRETS_KEY_ID, systemClock),
  downloads: downloads(names.FILES_BUCKET, systemClock),
  imageLinks: sealedImageLinks(kmsSealer(names.SECRETS_KEY_ID, systemClock)),
  erasureQueue: messageQueue(names.ERASE_SATELLITE_FIELD_QUEUE_URL),
  searchQueue: messageQueue(names.SEARCH_SCENES_QUEUE_URL),
  processQueue: messageQueue(names.PROCESS_SCENES_QUEUE_URL),
  planetQueue: messageQueue(names.FOLLOW_PLANET_QUEUE_URL),
  files: objectStore(names.FILES_BUCKET),
  overlay: packagedGeos(),
  newId,
};

export const handler = serve(
  satelliteApi,
  {
    ...fieldHandlers,
    ...processHandlers,
    ...imageHandlers,
    ...seriesHandlers,
    ...statisticsHandlers,
    ...providerHandlers,
  },
  services,
);
