import { invalid } from '../errors.ts';
import { type AppKeyStore, openAppKey } from '../keys/app-key.ts';
import { type ProviderKey, providerOf } from '../providers/providers.ts';
import type { Sealer } from '../secrets.ts';
import { clientMembers } from './application.ts';

/** A client of OAuth at a provider. */
export interface Client {
  clientId: string;
  clientSecret: string;
}

/**
 * The client that an owner has registered at a provider as an app key: the one with the given id, or the only one. Of several app keys of one
 * client, the newest counts.
 *
 * @throws Problem 400 that names `client_id`: `appKeyMissing` without an app key for it, `invalid` when it has to say which of several is meant.
 */
export async function registeredClient(
  ownerId: string,
  provider: ProviderKey,
  clientId: string | undefined,
  services: { appKeys: Pick<AppKeyStore, 'list' | 'sealed'>; sealer: Pick<Sealer, 'open'> },
): Promise<Client> {
  const { id, secret } = clientMembers(providerOf(provider));
  const names = await services.appKeys.list(ownerId, provider);
  const opened = names
    .toSorted((a, b) => a.createdTime.localeCompare(b.createdTime))
    .map(async (name) => {
      const { [id]: known, [secret]: secretOf } = (await openAppKey(ownerId, name, services)) ?? {};
      return { clientId: String(known), clientSecret: String(secretOf) };
    });
  const clients = new Map((await Promise.all(opened)).map((client) => [client.clientId, client]));
  const found = clientId === undefined && clients.size === 1 ? [...clients.values()][0] : clients.get(clientId ?? '');
  if (found) return found;
  if (clientId === undefined && clients.size > 1) throw severalClients(provider, clients.size);
  const detail =
    clientId === undefined
      ? `You have no app key for ${provider}. Register one under /app-keys/${provider}, or send client_id and client_secret.`
      : `You have no app key for ${provider} with this client_id. Register it under /app-keys/${provider}, or send client_secret, too.`;
  throw invalid('#/client_id', detail, 'appKeyMissing');
}

function severalClients(provider: ProviderKey, count: number) {
  return invalid('#/client_id', `is required, because you have app keys of ${count} clients for ${provider}`);
}
