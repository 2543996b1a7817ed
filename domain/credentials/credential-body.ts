import type * as z from 'zod';
import { type AppKeyName, appNameSchema } from '../keys/app-key.ts';
import { bodySchema } from '../providers/member-schemas.ts';
import type { ClientEnvironment, Members, Provider } from '../providers/provider.ts';
import type { ProviderKey } from '../providers/providers.ts';

/** The members of a provider's credential that its app keys contain; a body that names an app key leaves them out. */
export function heldByAppKey({ appKey, credential: { members } }: Provider): string[] {
  return Object.keys(members).filter((name) => appKey?.members[name]?.required);
}

/** The body that attaches a credential of a provider: all of its members, or an app key in place of the members that the app key contains. */
export function credentialBodySchema(row: Provider): z.ZodObject {
  const { members } = row.credential;
  const held = heldByAppKey(row);
  const id = `New${row.key}Credential`;
  if (held.length === 0) return bodySchema(members).meta({ id });
  const chosen = Object.keys(members).filter((name) => members[name]?.kind === 'environment');
  const spared = [...held, ...chosen];
  const schema = bodySchema(withOptional(members, spared)).extend({
    appKey: appNameSchema
      .optional()
      .describe(
        `Names an app key of the owner in place of ${held.join(', ')}. Without \`clientEnvironment\`, the app key for \`PRODUCTION\` is used.`,
      ),
  });
  const checked = spared.reduce<z.ZodObject>(
    (body, name) =>
      body
        .refine((sent) => sent.appKey !== undefined || sent[name] !== undefined, {
          path: [name],
          error: 'is required without appKey',
          when: isObject,
        })
        .refine((sent) => sent.appKey === undefined || sent[name] === undefined || chosen.includes(name), {
          path: [name],
          error: 'is held by the app key; leave it out, or leave appKey out',
          when: isObject,
        }),
    schema,
  );
  return checked.meta({ id, anyOf: [{ required: spared }, { required: ['appKey'] }] });
}

/** The app key that a body names, if any. */
export function namedAppKey(
  row: Provider<ProviderKey>,
  body: Readonly<Record<string, unknown>>,
): AppKeyName | undefined {
  if (typeof body.appKey !== 'string') return undefined;
  const given = body.clientEnvironment as ClientEnvironment | undefined;
  const clientEnvironment = row.appKey?.hasEnvironment ? (given ?? 'PRODUCTION') : 'PRODUCTION';
  return { provider: row.key, appName: body.appKey, clientEnvironment };
}

function withOptional(members: Members, names: readonly string[]): Members {
  const all = Object.entries(members).map(([name, member]) => [
    name,
    names.includes(name) ? { kind: member.kind, required: false } : member,
  ]);
  return Object.fromEntries(all);
}

/** Lets the checks of all members run even if one of them fails. */
function isObject({ value }: { value: unknown }): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
