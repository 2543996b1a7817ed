import { timestamp } from '../../../domain/clock.ts';
import { agreeing, counted } from '../../../domain/counted.ts';
import { Problem } from '../../../domain/errors.ts';
import { type AppKey, type AppKeyName, appKeyScope, maxAppKeys, saidAppKey } from '../../../domain/keys/app-key.ts';
import type { PermissionScope } from '../../../domain/providers/member-schemas.ts';
import type { ClientEnvironment } from '../../../domain/providers/provider.ts';
import { type ProviderKey, providers } from '../../../domain/providers/providers.ts';
import type { Handler, Handlers } from '../../http/exchange.ts';
import { type AppKeyEndpoints, type AppProvider, appProviders } from './app-key-endpoints.ts';
import type { KeysServices } from './services.ts';

type HandlerOf<Name extends keyof AppKeyEndpoints> = Handler<AppKeyEndpoints[Name], KeysServices>;

function list(provider: ProviderKey): HandlerOf<'listJohnDeereAppKeys'> {
  return async ({ owner }, { appKeys }) => ({ status: 200, body: await appKeys.list(owner.id, provider) });
}

function get(row: AppProvider): HandlerOf<'getJohnDeereAppKey'> {
  return async ({ params, owner }, { appKeys }) => {
    const name = nameOf(row, params);
    const body = await appKeys.get(owner.id, name);
    if (!body) throw noAppKey(name);
    return { status: 200, body };
  };
}

function create(row: AppProvider): HandlerOf<'createJohnDeereAppKey'> {
  return ({ params, body, owner, request, once }, { appKeys, sealer, clock }) =>
    once<AppKey>(
      async (commit) => {
        const name = nameOf(row, params);
        if ((await appKeys.list(owner.id, row.key)).length >= maxAppKeys) throw tooMany(row);
        const scopes = scopesIn(body);
        const made = { ...name, createdTime: timestamp(clock.now()), ...(scopes && { scopes }) };
        const sealed = await sealer.seal(appKeyScope(owner.id, name), JSON.stringify(body));
        if (!(await appKeys.create(owner.id, made, sealed, await commit(made)))) throw taken(name);
        return made;
      },
      (made) => ({ status: 201, location: encodeURI(request.path), body: made }),
    );
}

function replace(row: AppProvider): HandlerOf<'replaceJohnDeereAppKey'> {
  return async ({ params, body, owner }, { appKeys, sealer, recheckCredentials }) => {
    const name = nameOf(row, params);
    const sealed = await sealer.seal(appKeyScope(owner.id, name), JSON.stringify(body));
    const replaced = await appKeys.replace(owner.id, name, { sealed, scopes: scopesIn(body) });
    if (!replaced) throw noAppKey(name);
    // The response comes after all are due, so that an interrupted request is repeated.
    await recheckCredentials(owner.id, name);
    return { status: 200, body: replaced };
  };
}

function remove(row: AppProvider): HandlerOf<'deleteJohnDeereAppKey'> {
  return async ({ params, owner }, { appKeys, credentialsNaming }) => {
    const name = nameOf(row, params);
    const count = await credentialsNaming(owner.id, name, maxCounted);
    if (count !== 0) throw inUse(name, count);
    if (!(await appKeys.remove(owner.id, name))) throw noAppKey(name);
    return { status: 204 };
  };
}

/** The scopes of a body, which is otherwise sealed as a whole. */
function scopesIn(body: unknown): PermissionScope[] | undefined {
  return (body as { scopes?: PermissionScope[] }).scopes;
}

function nameOf({ key: provider }: AppProvider, params: { appName: string }): AppKeyName {
  const { appName, clientEnvironment = 'PRODUCTION' } = params as {
    appName: string;
    clientEnvironment?: ClientEnvironment;
  };
  return { provider, appName, clientEnvironment };
}

function noAppKey(name: AppKeyName): Problem {
  return new Problem('notFound', `There is no ${saidAppKey(name)}.`, { errorKey: 'appKeyNotFound' });
}

function taken(name: AppKeyName): Problem {
  return new Problem('conflict', `The ${saidAppKey(name)} exists already. Replace it with PUT.`, {
    errorKey: 'appKeyExists',
  });
}

/** The number up to which a refusal counts credentials; above, it says "more than". */
const maxCounted = 1_000;

function inUse(name: AppKeyName, count: number | undefined): Problem {
  const said =
    count === undefined
      ? `More than ${maxCounted} credentials name`
      : `${counted(count, 'credential')} ${agreeing(count, 'name')}`;
  const detail = `${said} the ${saidAppKey(name)}. Delete them first, or replace the values of the app key with PUT.`;
  return new Problem('conflict', detail, { errorKey: 'appKeyInUse' });
}

function tooMany({ displayName }: AppProvider): Problem {
  const detail = `There are ${maxAppKeys} app keys for ${displayName}, the maximum. Delete one first.`;
  return new Problem('conflict', detail, { errorKey: 'tooManyAppKeys' });
}

/** The handlers of every provider. */
export const appKeyHandlers = Object.fromEntries([
  ...providers.map(({ key }) => [`list${key}AppKeys`, list(key)]),
  ...appProviders.flatMap((row) => [
    [`get${row.key}AppKey`, get(row)],
    [`create${row.key}AppKey`, create(row)],
    [`replace${row.key}AppKey`, replace(row)],
    [`delete${row.key}AppKey`, remove(row)],
  ]),
]) as unknown as Handlers<AppKeyEndpoints, KeysServices>;
