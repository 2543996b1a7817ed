import * as z from 'zod';
import { invalid, type Problem } from '../errors.ts';
import {
  type AppKey,
  type AppKeyName,
  type AppKeyStore,
  appNameSchema,
  noSuchAppKey,
  openAppKey,
} from '../keys/app-key.ts';
import { bodySchema } from '../providers/member-schemas.ts';
import { type ClientEnvironment, clientEnvironments, type Members, type Provider } from '../providers/provider.ts';
import { type ProviderKey, providerOf } from '../providers/providers.ts';
import type { Sealer } from '../secrets.ts';

/** The owner's application at a provider that a grower connects with: an app key, or members that the owner sent with the request. */
export interface Application {
  environment: ClientEnvironment;
  appKey?: string | undefined;
  members?: Record<string, string> | undefined;
}

/** The members of an owner's application at a provider; at providers without app keys, those members that credentials contain. */
export function applicationMembers(row: Provider): Members {
  const { appKey, credential } = row;
  const { id, secret } = clientMembers(row);
  const all = appKey?.members ?? { [id]: credential.members[id], [secret]: credential.members[secret] };
  return Object.fromEntries(Object.entries(all).filter(([, member]) => member?.required)) as Members;
}

export function clientMembers({ grant }: Pick<Provider, 'grant'>): { id: string; secret: string } {
  return grant?.client ?? { id: 'clientId', secret: 'clientSecret' };
}

/** The body that names the application to connect with: nothing, an app key, or all members of the application. */
export function applicationSchema(row: Provider): z.ZodObject {
  const members = applicationMembers(row);
  const names = Object.keys(members);
  const none = Object.fromEntries(
    names.map((name) => [name, { kind: members[name]?.kind ?? 'text', required: false }]),
  );
  const schema = bodySchema(none).extend({
    clientEnvironment: z.enum(clientEnvironments).optional().describe('Default `PRODUCTION`.'),
    ...(row.appKey && {
      appKey: appNameSchema
        .optional()
        .describe(
          'An app key of the owner. Without it and without an application, the newest app key for `PRODUCTION` is used, or else for `STAGE`.',
        ),
    }),
  });
  const some = (sent: Record<string, unknown>) => names.some((name) => sent[name] !== undefined);
  const all = names.reduce<z.ZodObject>(
    (body, name) =>
      body.refine((sent) => sent[name] !== undefined || (row.appKey !== undefined && !some(sent)), {
        path: [name],
        error: row.appKey ? 'is required together with the other members of the application' : 'is required',
      }),
    schema,
  );
  const single = all.refine((sent) => sent.appKey === undefined || !some(sent), {
    path: ['appKey'],
    error: 'replaces the members of an application; leave out one of the two',
  });
  return single.meta({ id: `${row.key}Application` });
}

/** The application that a request names. @throws Problem 400 `appKeyMissing` when the owner has no app key, or none of this name. */
export async function chooseApplication(
  ownerId: string,
  key: ProviderKey,
  sent: Readonly<Record<string, string | undefined>>,
  appKeys: Pick<AppKeyStore, 'get' | 'list'>,
): Promise<Application> {
  const row = providerOf(key);
  const { appKey, clientEnvironment, ...members } = sent;
  const given = clientEnvironment as ClientEnvironment | undefined;
  const [first] = Object.keys(applicationMembers(row));
  if (first !== undefined && members[first] !== undefined) {
    return { environment: given ?? 'PRODUCTION', members: members as Record<string, string> };
  }
  if (appKey !== undefined) {
    const environment = row.appKey?.hasEnvironment ? (given ?? 'PRODUCTION') : 'PRODUCTION';
    const name = { provider: key, appName: appKey, clientEnvironment: environment };
    if (!(await appKeys.get(ownerId, name))) throw noSuchAppKey(name);
    return { environment, appKey };
  }
  const newest = newestAppKey(await appKeys.list(ownerId, key), row.appKey?.hasEnvironment ? given : undefined);
  if (!newest) throw noAppKey(row, given);
  return { environment: newest.clientEnvironment, appKey: newest.appName };
}

/** The newest app key for PRODUCTION, or else for STAGE; of the given environment only, if there is one. */
export function newestAppKey(keys: readonly AppKey[], environment?: ClientEnvironment): AppKey | undefined {
  const rank = ({ clientEnvironment, createdTime }: AppKey) =>
    `${clientEnvironment === 'PRODUCTION' ? 1 : 0}${createdTime}`;
  return keys
    .filter(({ clientEnvironment }) => environment === undefined || clientEnvironment === environment)
    .toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1))[0];
}

/** The members of an application, in clear. @throws Problem 400 `appKeyMissing` when its app key is gone. */
export async function openApplication(
  ownerId: string,
  provider: ProviderKey,
  { environment, appKey, members }: Application,
  services: { appKeys: Pick<AppKeyStore, 'sealed'>; sealer: Pick<Sealer, 'open'> },
): Promise<Record<string, string>> {
  if (members) return members;
  const name: AppKeyName = { provider, appName: appKey ?? '', clientEnvironment: environment };
  const held = await openAppKey(ownerId, name, services);
  if (!held) throw noSuchAppKey(name);
  return Object.fromEntries(
    Object.entries(held).filter((member): member is [string, string] => typeof member[1] === 'string'),
  );
}

function noAppKey({ key, displayName }: Provider, environment: ClientEnvironment | undefined): Problem {
  const where = environment === undefined ? '' : ` in ${environment}`;
  const detail = `There is no app key for ${key}${where}, with which growers connect at ${displayName}. The owner registers one first.`;
  return invalid('#/appKey', detail, 'appKeyMissing');
}
