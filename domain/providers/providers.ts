import type { PrescriptionFacts } from './prescription-facts.ts';
import type { Accepting, CodeGrant, Port, Provider } from './provider.ts';
import { farmSoftware } from './rows/farm-software.ts';
import { guidanceMakers } from './rows/guidance-makers.ts';
import { irrigationMakers } from './rows/irrigation-makers.ts';
import { machineMakers } from './rows/machine-makers.ts';

/**
 * The providers, one row each. Endpoints, schemas, documentation and tests are made from this table; no other code
 * lists providers.
 */
export const providers = [...machineMakers, ...guidanceMakers, ...farmSoftware, ...irrigationMakers] as const;

export type ProviderKey = (typeof providers)[number]['key'];
export type UserProperty = (typeof providers)[number]['userProperty'];

type Row<Key extends ProviderKey> = Extract<(typeof providers)[number], { key: Key }>;

/** The ports that the row of a provider names. */
export type PortsOf<Key extends ProviderKey> = Row<Key>['ports'][number];

/** The names of the members of a provider's credentials. */
export type MembersOf<Key extends ProviderKey> = Named<Row<Key>['credential']['members']> & string;
type Named<Members> = keyof { [Name in keyof Members as string extends Name ? never : Name]: true };

/** The providers with which a kind of data, or any, is exchanged. */
export type Exchanging<P extends Port = Port> = {
  [Key in ProviderKey]: [P & PortsOf<Key>] extends [never] ? never : Key;
}[ProviderKey];

/** The providers with a code grant, and so with access tokens. */
export type Granting = { [Key in ProviderKey]: Row<Key> extends { grant: CodeGrant } ? Key : never }[ProviderKey];

/** The providers that take prescriptions, and the segments of their paths. */
export type Prescribed = {
  [Key in ProviderKey]: Row<Key> extends { prescriptions: PrescriptionFacts } ? Key : never;
}[ProviderKey];
type SegmentOf<Key extends ProviderKey> = Row<Key> extends { segment: infer Segment extends string } ? Segment : never;
export type PrescribedSegment = SegmentOf<Prescribed>;
type AnySegment = { [Key in ProviderKey]: SegmentOf<Key> }[ProviderKey];
type KeyAt<Segment> = {
  [Key in ProviderKey]: [SegmentOf<Key>] extends [never] ? never : [SegmentOf<Key>] extends [Segment] ? Key : never;
}[ProviderKey];

/** The provider in examples. */
export const exampleProvider = providers[0].key;

/** The provider of records that the service itself made. */
export const ownProvider = { key: 'Svc', id: 1 } as const;

type Names = Pick<Provider, 'key' | 'id' | 'displayName' | 'credentialPath' | 'segment' | 'oauth'>;

/** What only one row may have. */
const distinct: Readonly<Record<string, (row: Names) => string | number | undefined>> = {
  key: ({ key }) => key,
  id: ({ id }) => id,
  displayName: ({ displayName }) => displayName,
  credentialPath: ({ credentialPath }) => credentialPath,
  segment: ({ segment }) => segment,
  slot: ({ oauth }) => oauth?.slot,
  slug: ({ oauth }) => oauth?.slug,
};

/** @throws Error that names two rows that share what only one may have. */
export function refuseDuplicates(rows: readonly Names[]): void {
  for (const [name, partOf] of Object.entries(distinct)) {
    const seen = new Map<string | number, string>(name === 'id' ? [[ownProvider.id, ownProvider.key]] : []);
    for (const row of rows) {
      const value = partOf(row);
      if (value === undefined) continue;
      const other = seen.get(value);
      if (other !== undefined) throw new Error(`the providers ${other} and ${row.key} have the same ${name}: ${value}`);
      seen.set(value, row.key);
    }
  }
}

refuseDuplicates(providers);

const byKey = new Map<string, (typeof providers)[number]>(providers.map((row) => [row.key, row]));

/**
 * The row of a provider; undefined for an unknown key.
 *
 * @example findProvider('JohnDeere')?.displayName // 'John Deere'
 */
export function findProvider(key: string): Provider<ProviderKey> | undefined {
  return byKey.get(key);
}

/**
 * The row of a known provider.
 *
 * @example providerOf('JohnDeere').displayName // 'John Deere'
 */
export function providerOf(key: ProviderKey): Provider<ProviderKey> & { userProperty: UserProperty } {
  const row = byKey.get(key);
  if (!row) throw new Error(`there is no provider ${key}`);
  return row;
}

/**
 * The provider with a segment in paths of areas N and O.
 *
 * @example providerAt('johnDeere') // 'JohnDeere'
 */
export function providerAt<const Segment extends AnySegment>(segment: Segment): KeyAt<Segment> {
  return providers.find((row) => row.segment === segment)?.key as KeyAt<Segment>;
}

/**
 * The keys of the providers that a part of the API accepts, in the order of the table.
 *
 * @example providersOf('organizations') // ['JohnDeere', 'Trimble']
 */
export function providersOf(part: Accepting): ProviderKey[] {
  return providers.filter(({ accepts }) => accepts.includes(part)).map(({ key }) => key);
}

/**
 * The providers with which a kind of data is exchanged, in the order of the table.
 *
 * @example exchanging('push') // ['JohnDeere']
 */
export function exchanging<P extends Port>(port: P): Exchanging<P>[] {
  const rows = providers.filter(({ ports }) => (ports as readonly Port[]).includes(port));
  return rows.map(({ key }) => key as Exchanging<P>);
}

/** Whether rounds follow the accounts of a provider: prescriptions are sent on request, and nothing comes by itself. */
export function isFollowed(provider: ProviderKey): boolean {
  return providerOf(provider).ports.some((port) => port !== 'prescriptions');
}
