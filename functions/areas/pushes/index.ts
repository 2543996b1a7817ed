import { pushStore } from '../../../adapters/aws/dynamodb/credentials/push-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { pushSecrets } from '../../../adapters/secrets/push-secrets.ts';
import { callerNetwork } from '../../../domain/access/caller-network.ts';
import { environment } from '../../http/environment.ts';
import { publicServices } from '../../http/public-services.ts';
import { serve } from '../../http/serve.ts';
import { pushesApi } from './api.ts';
import { pushHandlers } from './receive-events.ts';
import type { PushesServices } from './services.ts';

const names = environment('CREDENTIALS_TABLE', 'SYNC_FIELDS_QUEUE_URL', 'SYNC_FILES_QUEUE_URL');

const services: PushesServices = {
  ...publicServices(),
  networkOf: callerNetwork,
  pushes: pushStore(table(names.CREDENTIALS_TABLE)),
  secrets: pushSecrets,
  syncQueue: messageQueue(names.SYNC_FIELDS_QUEUE_URL),
  fileQueue: messageQueue(names.SYNC_FILES_QUEUE_URL),
};

export const handler = serve(pushesApi, pushHandlers, services);
