import { pushStore } from '../../../adapters/aws/dynamodb/credentials/push-store.ts';
import { linkStore } from '../../../adapters/aws/dynamodb/sync/link-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { openPort } from '../../../adapters/providers/open-port.ts';
import { pushSecrets } from '../../../adapters/secrets/push-secrets.ts';
import { systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { accountServices } from '../../queue/account-services.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { subscribeMessage } from './messages.ts';
import type { SubscribeServices } from './services.ts';
import { subscribeUser } from './subscribe-user.ts';

const names = environment('CREDENTIALS_TABLE', 'FIELDS_TABLE', 'USERS_TABLE', 'JOHN_DEERE_EVENT_TYPES');
const accounts = accountServices(process.env);

const services: SubscribeServices = {
  links: linkStore(table(names.FIELDS_TABLE), table(names.USERS_TABLE)),
  pushes: pushStore(table(names.CREDENTIALS_TABLE)),
  secrets: pushSecrets,
  providerOf: (user, link) => openPort('push', user, link, accounts),
  publicAddress: process.env.PUBLIC_ADDRESS ?? '',
  eventTypes: names.JOHN_DEERE_EVENT_TYPES.split(',').map((type) => type.trim()),
  clock: systemClock,
};

/** Subscribes to the notifications of providers. */
export const handler = sqsWorker(
  subscribeMessage,
  (subject, message) => subscribeUser(subject, message, services),
  workerQueue(),
);
