import { appKeyStore } from '../../../adapters/aws/dynamodb/keys/app-key-store.ts';
import { linkStore } from '../../../adapters/aws/dynamodb/keys/link-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userStore } from '../../../adapters/aws/dynamodb/users/user-store.ts';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import { apiKeySecrets, linkSecrets } from '../../../adapters/secrets/random-secrets.ts';
import { sealedAnswers } from '../../../adapters/secrets/sealed-answers.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { callerNetwork } from '../../../domain/access/caller-network.ts';
import { environment } from '../../http/environment.ts';
import { neighboursOf } from '../../http/routing/neighbours.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { linksApi } from './api.ts';
import { createLinkSession } from './create-link-session.ts';
import { linkHandlers } from './link-handlers.ts';
import type { LinksServices } from './services.ts';

const { KEYS_TABLE, USERS_TABLE, EVENTS_TABLE, SECRETS_KEY_ID } = environment(
  'KEYS_TABLE',
  'USERS_TABLE',
  'EVENTS_TABLE',
  'SECRETS_KEY_ID',
);
const keys = table(KEYS_TABLE);
const users = table(USERS_TABLE);
const clock = systemClock;
const http = httpServices();
const sealer = kmsSealer(SECRETS_KEY_ID, clock);

const services: LinksServices = {
  ...http,
  networkOf: callerNetwork,
  answers: sealedAnswers(http.answers, sealer),
  links: linkStore(keys, users, clock),
  linkSecrets,
  keySecrets: apiKeySecrets,
  appKeys: appKeyStore(keys),
  sealer,
  users: userStore({ users, events: table(EVENTS_TABLE), clock, newId }),
  newId,
};

export const handler = serve(linksApi, { ...linkHandlers, createLinkSession }, services, neighboursOf(linksApi));
