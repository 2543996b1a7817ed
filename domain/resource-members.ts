import type * as z from 'zod';

/**
 * One member of a resource: its schemas in responses and in bodies. A body without a schema for a member accepts the
 * member and ignores it, if responses have it.
 */
export interface Member {
  /** In responses. Looser than in bodies where stored values are older than a rule, or come from a provider. */
  shown: z.ZodType;
  /** In the body that creates the resource, and in a PUT, which replaces all of these members. */
  created?: z.ZodType;
  /** In a PATCH. Accepts undefined, and null if the member can be cleared. */
  changed?: z.ZodType;
  /** False if the record of the resource lacks the member: it is computed, or stored in another record. */
  stored?: false;
  /** False if the value in a body is no value of the record: code of the resource makes one of the other. */
  copied?: false;
}

/**
 * The members of a resource, each declared once. Schemas of bodies and responses, the members that bodies may repeat
 * without effect, what is copied into a new record, compared and merged in a change, and stored, follow from it.
 *
 * @example
 * const farmMembers = {
 *   id: { shown: recordNumberSchema },
 *   name: { shown: z.string().optional(), created: recordNameSchema },
 *   growerId: { shown: recordNumberSchema.optional(), created: recordNumberSchema.optional() },
 * } satisfies Members;
 */
export type Members = Record<string, Member>;

type Body = 'created' | 'changed';
type Use = 'shown' | Body;

type Shape<M extends Members, U extends Use> = {
  -readonly [Name in keyof M as M[Name] extends Record<U, z.ZodType> ? Name : never]: M[Name] extends Record<
    U,
    infer Schema extends z.ZodType
  >
    ? Schema
    : never;
};

/** Members of a body as they are after validation. */
export type Given<M extends Members, B extends Body> = z.output<z.ZodObject<Shape<M, B>>>;

type CopiedName<M extends Members> = {
  [Name in keyof M]: M[Name] extends { stored: false } | { copied: false } ? never : Name;
}[keyof M];

type WithoutNull<T> = { [Name in keyof T]: Exclude<T[Name], null | undefined> };

/** Members that a new record takes over from the body that creates it. */
export type NewMembers<M extends Members> = WithoutNull<
  Pick<Given<M, 'created'>, CopiedName<M> & keyof Given<M, 'created'>>
>;

/** Schemas of a member that a new resource may have, and a PATCH may change and clear. */
export function clearable<S extends z.ZodType>(given: S) {
  const changed = given.nullable().optional();
  const { description } = given;
  // A description of what may also be null is one of its alternatives only, unless it is given again.
  return {
    created: given.optional(),
    changed: description === undefined ? changed : changed.describe(`${description} Null clears it.`),
  };
}

/** Schemas of a member that a new resource must have, and a PATCH may change. */
export function required<S extends z.ZodType>(given: S) {
  return { created: given, changed: given.optional() };
}

/**
 * The schemas of all members for one use, in the order of the declaration.
 *
 * @example const farmSchema = z.object(shapeOf(farmMembers, 'shown')).meta({ id: 'Farm' });
 */
export function shapeOf<M extends Members, U extends Use>(members: M, use: U): Shape<M, U> {
  const used = Object.entries(members).filter(([, member]) => member[use] !== undefined);
  return Object.fromEntries(used.map(([name, member]) => [name, member[use]])) as Shape<M, U>;
}

/**
 * Names of members that a body may repeat from a response, without effect.
 *
 * @example readOnlyIn(farmMembers, 'created') // ['id']
 */
export function readOnlyIn(members: Members, body: Body): string[] {
  return Object.keys(members).filter((name) => members[name]?.[body] === undefined);
}

/**
 * The members of a new record that the body sets; null means absent.
 *
 * @example const farm = { svcUserId, ...newMembers(farmMembers, body), createdTime: at };
 */
export function newMembers<M extends Members>(members: M, given: Given<M, 'created'>): NewMembers<M> {
  const values = copied(members, 'created').map((name) => [name, valueIn(given, name)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null)) as NewMembers<M>;
}

/**
 * A record after a PATCH: null clears a member, an absent member stays. The given record itself if nothing changes.
 *
 * @example changedMembers(farmMembers, { name: 'North', growerId: 7 }, { growerId: null }) // { name: 'North' }
 */
export function changedMembers<M extends Members, R extends object>(
  members: M,
  before: R,
  changes: Partial<Given<M, 'changed'>>,
): R {
  const values = copied(members, 'changed').map((name) => [name, valueIn(changes, name)] as const);
  return withValues(
    before,
    values.filter(([, value]) => value !== undefined),
  );
}

/**
 * A record after a PUT: members that the body lacks are cleared. The given record itself if nothing changes.
 *
 * @example replacedMembers(farmMembers, { id: 1, name: 'North', growerId: 7 }, { name: 'South' }) // { id: 1, name: 'South' }
 */
export function replacedMembers<M extends Members, R extends object>(
  members: M,
  before: R,
  given: Given<M, 'created'>,
): R {
  return withValues(
    before,
    copied(members, 'created').map((name) => [name, valueIn(given, name) ?? null] as const),
  );
}

/**
 * A resource as its record is stored: without members that are computed or stored elsewhere.
 *
 * @example storedMembers(fieldMembers, field) // without `geometry`, which its boundary holds
 */
export function storedMembers<R extends object>(members: Members, resource: R): Partial<R> {
  const stored = Object.entries(resource).filter(([name]) => members[name]?.stored !== false);
  return Object.fromEntries(stored) as Partial<R>;
}

/**
 * A changed record with the time of its change; the former record itself if nothing changed.
 *
 * @example return changedAt(before, replacedMembers(farmMembers, before, body), at);
 */
export function changedAt<R extends { updatedTime: string }>(before: R, after: R, at: string): R {
  return after === before ? before : { ...after, updatedTime: at };
}

function copied(members: Members, body: Body): string[] {
  const names = Object.entries(members).filter(
    ([, member]) => member[body] !== undefined && member.stored !== false && member.copied !== false,
  );
  return names.map(([name]) => name);
}

function withValues<R extends object>(before: R, values: readonly (readonly [string, unknown])[]): R {
  if (values.every(([name, value]) => isSame(valueIn(before, name) ?? null, value))) return before;
  const after = Object.entries({ ...before, ...Object.fromEntries(values) });
  return Object.fromEntries(after.filter(([, value]) => value !== null)) as R;
}

/** Whether two JSON values are equal. The order of an object's members does not count: DynamoDB does not keep it. */
function isSame(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return a === b;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isSame(valueIn(a, name), valueIn(b, name)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function valueIn(of: object, name: string): unknown {
  return (of as Record<string, unknown>)[name];
}
