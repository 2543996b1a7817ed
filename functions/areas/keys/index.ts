import { usersOfAppKey } from '../../../adapters/aws/dynamodb/credentials/credential-item.ts';
import { recheckCredentials } from '../../../adapters/aws/dynamodb/credentials/recheck-credentials.ts';
import { apiKeyStore } from '../../../adapters/aws/dynamodb/keys/api-key-store.ts';
import { appKeyStore } from '../../../adapters/aws/dynamodb/keys/app-key-store.ts';
import { countKeys } from '../../../adapters/aws/dynamodb/lists/index-range.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import { apiKeySecrets } from '../../../adapters/secrets/random-secrets.ts';
import { sealedAnswers } from '../../../adapters/secrets/sealed-answers.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { keysApi } from './api.ts';
import { apiKeyHandlers } from './api-key-handlers.ts';
import { appKeyHandlers } from './app-key-handlers.ts';
import type { KeysServices } from './services.ts';

const names = environment('KEYS_TABLE', 'USERS_TABLE', 'CREDENTIALS_TABLE', 'EVENTS_TABLE', 'SECRETS_KEY_ID');
const keys = table(names.KEYS_TABLE);
const users = table(names.USERS_TABLE);
const credentials = table(names.CREDENTIALS_TABLE);
const http = httpServices();
const sealer = kmsSealer(names.SECRETS_KEY_ID, systemClock);

const services: KeysServices = {
  ...http,
  answers: sealedAnswers(http.answers, sealer),
  keys: apiKeyStore(keys, users),
  appKeys: appKeyStore(keys),
  credentialsNaming: (ownerId, name, upTo) => countKeys(credentials, usersOfAppKey(ownerId, name), upTo),
  recheckCredentials: recheckCredentials(credentials, { events: table(names.EVENTS_TABLE), clock: systemClock, newId }),
  sealer,
  keySecrets: apiKeySecrets,
  users: userDirectory(users),
  newId,
};

export const handler = serve(keysApi, { ...apiKeyHandlers, ...appKeyHandlers }, services);
