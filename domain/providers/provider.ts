import type { PrescriptionFacts } from './prescription-facts.ts';

/**
 * The kind of a member of a body: `text` is returned as it was given, `secret` as a mask, `withheld` not at all,
 * `environment` is `STAGE` or `PRODUCTION`, and `scopes` a list of permissions. Secrets and withheld members are stored
 * sealed.
 */
export type MemberKind = 'text' | 'secret' | 'withheld' | 'environment' | 'scopes';

/** A member of a body. A member with a default may be left out; so may an optional one, which is then absent. */
export interface Member {
  kind: MemberKind;
  required: boolean;
  default?: 'STAGE';
}

export type Members = Readonly<Record<string, Member>>;

export type ClientEnvironment = 'STAGE' | 'PRODUCTION';
export const clientEnvironments = ['STAGE', 'PRODUCTION'] as const satisfies readonly ClientEnvironment[];

/** URLs of a provider, without a trailing slash. URLs that are not public are absent, and are configured. */
export interface Addresses {
  /** The data API. */
  api?: string;
  /** The consent page. */
  consent?: string;
  /** The token endpoint, for codes and refresh tokens. */
  token?: string;
  /**
   * The endpoint that exchanges a username and a password for an account's key, at providers without a consent page.
   */
  signIn?: string;
  /** The document that names the endpoints of its authorization server (RFC 8414, OpenID Connect Discovery). */
  discovery?: string;
  /** Base URLs of further parts of its API on other hosts, which take the same tokens. */
  others?: readonly string[];
}

/** Kinds of data that a provider delivers. */
export type Delivery =
  | 'growers'
  | 'farms'
  | 'fields'
  | 'files'
  | 'operations'
  | 'machines'
  | 'implements'
  | 'operators'
  | 'layers'
  | 'irrigation';

/** Parts of the API, besides credentials, that accept the provider's key. */
export type Accepting =
  | 'organizations'
  | 'organizationStates'
  | 'fieldIntegration'
  | 'machineFiles'
  | 'batches'
  | 'layers'
  | 'irrigation';

/**
 * Kinds of data that Furrow exchanges with a provider over its real wire: organizations; growers, farms, fields and boundaries; machine files; machines, implements and operators;
 * image layers that are sent; boundaries that are sent; notifications of changes; machines that water, and their water; prescriptions.
 */
export type Port =
  | 'organizations'
  | 'fields'
  | 'files'
  | 'assets'
  | 'layers'
  | 'sending'
  | 'push'
  | 'irrigation'
  | 'prescriptions';

/** The body of an app key: the owner's application at the provider. */
export interface AppKeyShape {
  /** Whether its path ends with `STAGE` or `PRODUCTION`. */
  hasEnvironment: boolean;
  members: Members;
}

/** Deviations of a provider's authorization code grant from RFC 6749 § 4.1. */
export interface CodeGrant {
  /** Additional parameters of the consent page. Scopes are the widest that Furrow uses. */
  parameters: Readonly<Record<ClientEnvironment, Readonly<Record<string, string>>>>;
  /** Client authentication at the token endpoint: HTTP Basic, or members of the form. */
  clientProof: 'basic' | 'form';
  /** How many days a refresh token lives that is not used, where the provider says so. */
  refreshDays?: number;
  /** Whether the provider requires a proof key for the code (RFC 7636, S256). */
  proofKey?: true;
  /**
   * The members of an application with its client id and secret, if they are not called `clientId` and `clientSecret`.
   */
  client?: { id: string; secret: string };
  /** Parameters of the consent page, by the member of the application that provides the value. */
  ofApplication?: Readonly<Record<string, string>>;
  /** Members of the credential that come with the tokens, by their names in the response. */
  answered?: Readonly<Record<string, string>>;
}

/** Properties of one provider, besides its names. */
export interface ProviderFacts {
  credential: {
    /** The body of POST. */
    members: Members;
    /** Members that the service obtains with the credential and returns with it. */
    obtained?: Members;
    /** Whether `tokenMetadata` contains the scopes of its token. */
    reportsScopes?: true;
  };
  appKey?: AppKeyShape;
  /**
   * Slot number and slug of its OAuth helper in area B; absent if growers do not consent with OAuth, or no helper is
   * offered.
   */
  oauth?: { slot: number; slug: string };
  /** Absent if the provider has no code grant, or an unknown one. */
  grant?: CodeGrant;
  /** Its segment in paths of areas N and O. */
  segment?: string;
  /** Absent if area N has no path for it. */
  prescriptions?: PrescriptionFacts;
  /** The page on which a grower selects organizations for an application, whose client id stands for `{client}`. */
  selectionPage?: string;
  /** What Furrow exchanges with it: none for most. Its adapter has exactly these (`adapters/providers/adapters.ts`); `delivers` says what the contract promises. */
  ports: readonly Port[];
  delivers: readonly Delivery[];
  /** Whether it announces changes, or has to be polled. Those that announce are polled too, less often. */
  changes: 'polled' | 'pushed';
  accepts: readonly Accepting[];
  /** Whether growers can connect it on hosted pages. */
  inLinks: boolean;
  /** Members that a grower fills in on hosted pages, at providers without a consent page. */
  form?: Members;
  /** The host of its public website. */
  site?: string;
  addresses: Readonly<Record<ClientEnvironment, Addresses>>;
}

/** A row of the table of providers. */
export interface Provider<Key extends string = string, Stem extends string = string> extends ProviderFacts {
  /** The name in paths, filters and records. */
  key: Key;
  /** Its fixed number in `providerId` members; 1 is `Svc`. */
  id: number;
  displayName: string;
  /** The last segment of the credential endpoints. */
  credentialPath: `${Stem}-credentials`;
  /** The member of a service user that contains its credential. */
  userProperty: `${CamelCase<Stem>}Credentials`;
}

type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;

/** The facts whose values types depend on. */
type Literal = 'credential' | 'ports' | 'grant' | 'segment' | 'prescriptions';

/**
 * Creates a row. The names of its credential in endpoints and users follow from the stem, such as `john-deere`.
 *
 * @example provider('Trimble', 12, 'trimble', 'Trimble', facts).credentialPath // 'trimble-credentials'
 */
export function provider<const Key extends string, const Stem extends string, const Facts extends ProviderFacts>(
  key: Key,
  id: number,
  stem: Stem,
  displayName: string,
  facts: Facts,
): Provider<Key, Stem> & Pick<Facts, Extract<keyof Facts, Literal>> {
  const camel = stem.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Stem>;
  return { key, id, displayName, credentialPath: `${stem}-credentials`, userProperty: `${camel}Credentials`, ...facts };
}

export const text: Member = { kind: 'text', required: true };
export const secret: Member = { kind: 'secret', required: true };
export const withheld: Member = { kind: 'withheld', required: true };
export const environment: Member = { kind: 'environment', required: true };
export const environmentOrStage: Member = { kind: 'environment', required: false, default: 'STAGE' };
export const scopes: Member = { kind: 'scopes', required: false };

export function optional(member: Member): Member {
  return { ...member, required: false };
}

/**
 * A grant whose consent page has the same parameters in stage and production.
 *
 * @example grant: codeGrant({}, { clientProof: 'basic', ofApplication: { scope: 'applicationName' } }),
 */
export function codeGrant(parameters: Record<string, string>, rest: Omit<CodeGrant, 'parameters'>): CodeGrant {
  return { parameters: { STAGE: parameters, PRODUCTION: parameters }, ...rest };
}

/**
 * The URLs of a provider with the same ones for stage and production, or without a stage.
 *
 * @example sameAddresses({}) // { STAGE: {}, PRODUCTION: {} }
 */
export function sameAddresses(addresses: Addresses): Record<ClientEnvironment, Addresses> {
  return { STAGE: addresses, PRODUCTION: addresses };
}
