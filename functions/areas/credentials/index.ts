import { credentialStore } from '../../../adapters/aws/dynamodb/credentials/credential-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { givenAddressesSchema } from '../../../domain/providers/addresses.ts';
import { environment } from '../../http/environment.ts';
import { neighboursOf } from '../../http/routing/neighbours.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { credentialsApi } from './api.ts';
import { credentialHandlers } from './handlers.ts';
import type { CredentialsServices } from './services.ts';

const names = environment(
  'CREDENTIALS_TABLE',
  'USERS_TABLE',
  'EVENTS_TABLE',
  'KEYS_TABLE',
  'SECRETS_KEY_ID',
  'PROVIDER_ADDRESSES',
);
const users = table(names.USERS_TABLE);
const clock = systemClock;

const services: CredentialsServices = {
  ...httpServices(),
  credentials: credentialStore({
    credentials: table(names.CREDENTIALS_TABLE),
    users,
    events: table(names.EVENTS_TABLE),
    keys: table(names.KEYS_TABLE),
    clock,
    newId,
  }),
  users: userDirectory(users),
  sealer: kmsSealer(names.SECRETS_KEY_ID, clock),
  newId,
  addresses: givenAddressesSchema.parse(JSON.parse(names.PROVIDER_ADDRESSES)),
};

export const handler = serve(credentialsApi, credentialHandlers, services, neighboursOf(credentialsApi));
