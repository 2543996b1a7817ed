import { userSettings } from '../../../adapters/aws/dynamodb/configurations/user-settings.ts';
import { credentialChecks } from '../../../adapters/aws/dynamodb/credentials/credential-checks.ts';
import { appKeyStore } from '../../../adapters/aws/dynamodb/keys/app-key-store.ts';
import { linkStore } from '../../../adapters/aws/dynamodb/sync/link-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userLeases } from '../../../adapters/aws/dynamodb/work/known-leases.ts';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { credentialProviderOf } from '../../../adapters/providers/credential-provider.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { accountServices } from '../../queue/account-services.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { checkUser } from './check-user.ts';
import { checkMessage } from './messages.ts';
import type { CheckServices } from './services.ts';

const names = environment(
  'CREDENTIALS_TABLE',
  'USERS_TABLE',
  'FIELDS_TABLE',
  'CONFIGURATIONS_TABLE',
  'EVENTS_TABLE',
  'KEYS_TABLE',
  'SYNC_FIELDS_QUEUE_URL',
  'SECRETS_KEY_ID',
);
const users = table(names.USERS_TABLE);
const fields = table(names.FIELDS_TABLE);
const clock = systemClock;
const accounts = accountServices(process.env);

const services: CheckServices = {
  checks: credentialChecks({
    credentials: table(names.CREDENTIALS_TABLE),
    users,
    events: table(names.EVENTS_TABLE),
    clock,
    newId,
  }),
  links: linkStore(fields, users),
  leases: userLeases('credentials', { fields, users, clock }),
  sealer: kmsSealer(names.SECRETS_KEY_ID, clock),
  appKeys: appKeyStore(table(names.KEYS_TABLE)),
  providerOf: (credential) => credentialProviderOf(credential, accounts),
  addresses: accounts.addresses,
  settings: userSettings(table(names.CONFIGURATIONS_TABLE), users),
  syncQueue: messageQueue(names.SYNC_FIELDS_QUEUE_URL),
  clock,
  newId,
};

/** Asks providers about the credentials of users. */
export const handler = sqsWorker(checkMessage, (user, message) => checkUser(user, message, services), workerQueue());
