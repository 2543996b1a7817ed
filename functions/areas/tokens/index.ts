import { identityStore } from '../../../adapters/aws/dynamodb/identity/identity-store.ts';
import { attemptCounter, knownNetworks } from '../../../adapters/aws/dynamodb/identity/sign-in-history.ts';
import { signingKeyStore } from '../../../adapters/aws/dynamodb/identity/signing-key-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import { tokenIssuer } from '../../../adapters/jose/token-issuer.ts';
import { refreshSecrets } from '../../../adapters/secrets/random-secrets.ts';
import { scryptPasswords } from '../../../adapters/secrets/scrypt-passwords.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { tokensApi } from './api.ts';
import { authenticate } from './authenticate.ts';
import { issueToken } from './issue-token.ts';
import { discover, listKeys } from './realm.ts';
import type { TokensServices } from './services.ts';

const { IDENTITY_TABLE, OWNERS_TABLE, SECRETS_KEY_ID } = environment(
  'IDENTITY_TABLE',
  'OWNERS_TABLE',
  'SECRETS_KEY_ID',
);
const identity = table(IDENTITY_TABLE);
const owners = table(OWNERS_TABLE);
const keys = signingKeyStore({ identity, owners });
const clock = systemClock;

const services: TokensServices = {
  ...httpServices(),
  identity: identityStore({ identity, owners }),
  attempts: attemptCounter(identity, clock),
  networks: knownNetworks(identity, clock),
  passwords: scryptPasswords(),
  secrets: refreshSecrets,
  issuer: tokenIssuer({ keys, sealer: kmsSealer(SECRETS_KEY_ID, clock), clock, newId }),
  keys,
  newId,
};

export const handler = serve(tokensApi, { authenticate, issueToken, discover, listKeys }, services);
