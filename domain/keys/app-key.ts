import * as z from 'zod';
import { invalid, type Problem } from '../errors.ts';
import { type ClientEnvironment, clientEnvironments } from '../providers/provider.ts';
import { type ProviderKey, providers } from '../providers/providers.ts';
import type { Sealer } from '../secrets.ts';

/** The most applications that an owner may register at one provider. */
export const maxAppKeys = 100;

/** The name that an owner gives an application: a segment of its path, which begins with a letter or a digit. */
export const appNameSchema = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._()&+-]{0,99}$/u, 'must be 1 to 100 letters, digits, spaces and . _ ( ) & + -');

/** An owner's application at a provider. Nothing of its body is ever told. */
export const appKeySchema = z
  .object({
    provider: z.enum(providers.map(({ key }) => key)),
    appName: z.string(),
    clientEnvironment: z
      .enum(clientEnvironments)
      .describe('`PRODUCTION` at providers whose app keys have no environment.'),
    createdTime: z.iso.datetime(),
  })
  .meta({ id: 'AppKey' });

export type AppKey = z.infer<typeof appKeySchema>;

/** What names an app key among those of its owner. */
export interface AppKeyName {
  provider: ProviderKey;
  appName: string;
  clientEnvironment: ClientEnvironment;
}

/** Where app keys are kept, with what was sent of them sealed. */
export interface AppKeyStore {
  /** Those of a provider, by name and environment. */
  list(ownerId: string, provider: ProviderKey): Promise<AppKey[]>;
  /** The providers that the owner has app keys for. */
  providers(ownerId: string): Promise<ReadonlySet<ProviderKey>>;
  get(ownerId: string, name: AppKeyName): Promise<AppKey | undefined>;
  /** What was sent of a key, sealed. */
  sealed(ownerId: string, name: AppKeyName): Promise<string | undefined>;
  /** False when there is one of this name. */
  create(ownerId: string, key: AppKey, sealed: string): Promise<boolean>;
  /** Replaces what was sent; undefined when there is no key of this name. */
  replace(ownerId: string, name: AppKeyName, sealed: string): Promise<AppKey | undefined>;
  /** False when there is none. */
  remove(ownerId: string, name: AppKeyName): Promise<boolean>;
}

/** What the body of an app key is sealed for: one that was moved to another owner or key does not open. */
export function appKeyScope(ownerId: string, { provider, appName, clientEnvironment }: AppKeyName) {
  return { ownerId, provider, member: `appKey ${clientEnvironment} ${appName}` };
}

/** An app key in the words of a sentence. */
export function saidAppKey({ provider, appName, clientEnvironment }: AppKeyName): string {
  return `app key "${appName}" for ${provider} in ${clientEnvironment}`;
}

/** A request names an app key that its owner does not have. */
export function noSuchAppKey(name: AppKeyName): Problem {
  return invalid('#/appKey', `There is no ${saidAppKey(name)}. Register it first.`, 'appKeyMissing');
}

/** What an app key holds, in clear; undefined when there is none of this name. */
export async function openAppKey(
  ownerId: string,
  name: AppKeyName,
  { appKeys, sealer }: { appKeys: Pick<AppKeyStore, 'sealed'>; sealer: Pick<Sealer, 'open'> },
): Promise<Record<string, string | string[]> | undefined> {
  const sealed = await appKeys.sealed(ownerId, name);
  return sealed === undefined ? undefined : JSON.parse(await sealer.open(appKeyScope(ownerId, name), sealed));
}
