import { credentialMoves } from '../../../adapters/aws/dynamodb/credentials/credential-moves.ts';
import { apiKeyDirectory } from '../../../adapters/aws/dynamodb/keys/api-key-directory.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userStore } from '../../../adapters/aws/dynamodb/users/user-store.ts';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { neighboursOf } from '../../http/routing/neighbours.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { usersApi } from './api.ts';
import { userHandlers } from './handlers.ts';
import type { UsersServices } from './services.ts';

const { USERS_TABLE, KEYS_TABLE, EVENTS_TABLE, CREDENTIALS_TABLE, SECRETS_KEY_ID } = environment(
  'USERS_TABLE',
  'KEYS_TABLE',
  'EVENTS_TABLE',
  'CREDENTIALS_TABLE',
  'SECRETS_KEY_ID',
);
const users = table(USERS_TABLE);

const stores = { users, events: table(EVENTS_TABLE), clock: systemClock, newId };

const services: UsersServices = {
  ...httpServices(),
  apiKeys: apiKeyDirectory(table(KEYS_TABLE), users, systemClock),
  users: userStore({
    ...stores,
    planMoves: credentialMoves({
      ...stores,
      credentials: table(CREDENTIALS_TABLE),
      sealer: kmsSealer(SECRETS_KEY_ID, systemClock),
    }),
  }),
  newId,
};

export const handler = serve(usersApi, userHandlers, services, neighboursOf(usersApi));
