/**
 * What a member of a body is: `text` is answered as it was given, `secret` as a mask, `withheld` not at all, `environment` is
 * `STAGE` or `PRODUCTION`, and `scopes` a list of permissions. Secrets and what is withheld are sealed where they are stored.
 */
export type MemberKind = 'text' | 'secret' | 'withheld' | 'environment' | 'scopes';

/** A member of a body. One that has a default may be left out; one that is not required and has none is absent then. */
export interface Member {
  kind: MemberKind;
  required: boolean;
  default?: 'STAGE';
}

export type Members = Readonly<Record<string, Member>>;

export type ClientEnvironment = 'STAGE' | 'PRODUCTION';
export const clientEnvironments = ['STAGE', 'PRODUCTION'] as const satisfies readonly ClientEnvironment[];

/** Where a provider is called, without a slash at the end. One that is not public is absent, and comes from the configuration. */
export interface Addresses {
  /** Its data. */
  api?: string;
  /** Where a grower consents. */
  consent?: string;
  /** Where codes and refresh tokens become access tokens. */
  token?: string;
  /** Where a username and a password become the key of the account, for those without a page of consent. */
  signIn?: string;
}

/** What a provider has for us. */
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

/** Parts of the API, beside credentials, that take the provider's key. */
export type Accepting =
  | 'organizations'
  | 'organizationStates'
  | 'fieldIntegration'
  | 'machineFiles'
  | 'batches'
  | 'layers'
  | 'irrigation';

/** The body of an app key: the owner's application at the provider. */
export interface AppKeyShape {
  /** Whether its path ends with `STAGE` or `PRODUCTION`. */
  hasEnvironment: boolean;
  members: Members;
}

/** How a provider's authorization code grant differs from the plainest one of RFC 6749 § 4.1. */
export interface CodeGrant {
  /** Parameters of the page of consent beside those that every grant has. Scopes are the widest that we use. */
  parameters: Readonly<Record<ClientEnvironment, Readonly<Record<string, string>>>>;
  /** How the application proves itself for a token: by HTTP Basic, or by members of the form. */
  clientProof: 'basic' | 'form';
  /** It wants a proof key for the code (RFC 7636, S256). */
  proofKey?: true;
  /** The members of an application that are its client id and secret, where they are not called `clientId` and `clientSecret`. */
  client?: { id: string; secret: string };
  /** Parameters of the page of consent that are members of the application. */
  ofApplication?: Readonly<Record<string, string>>;
  /** Members of the credential that come with the tokens, by what the provider calls them. */
  answered?: Readonly<Record<string, string>>;
}

/** What is to be known of one provider, beside its names. */
export interface ProviderFacts {
  credential: {
    /** The body of POST. */
    members: Members;
    /** What the service obtains with them and answers beside them. */
    obtained?: Members;
    /** Whether `tokenMetadata` tells the scopes of its token. */
    tellsScopes?: true;
  };
  appKey?: AppKeyShape;
  /** Absent where growers do not consent with OAuth, or no helper is offered for it: the number of the slot in area B, and its slug. */
  oauth?: { slot: number; slug: string };
  /** Absent where growers do not consent with a code, or where nothing is known of how. */
  grant?: CodeGrant;
  /** The last segment of its path in area N. */
  prescriptionSegment?: string;
  delivers: readonly Delivery[];
  /** Whether it tells of changes, or has to be asked. Those that tell are asked too, less often. */
  changes: 'polled' | 'pushed';
  accepts: readonly Accepting[];
  /** Whether growers can connect it on hosted pages. */
  inLinks: boolean;
  /** Members that a grower fills in on hosted pages, where the provider has no page of consent. */
  form?: Members;
  /** Where growers know it from: the host of its site. */
  site?: string;
  addresses: Readonly<Record<ClientEnvironment, Addresses>>;
}

/** A row of the table of providers. */
export interface Provider<Key extends string = string, Stem extends string = string> extends ProviderFacts {
  /** As paths, filters and records have it. */
  key: Key;
  /** Its fixed number in `providerId` members; 1 is `Svc`. */
  id: number;
  displayName: string;
  /** The last segment of the credential endpoints. */
  credentialPath: `${Stem}-credentials`;
  /** The member of a service user that shows whether a credential is attached. */
  userProperty: `${CamelCase<Stem>}Credentials`;
}

type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;

/** Makes a row. What the endpoints and users call its credential follows from the stem: `john-deere`. */
export function provider<const Key extends string, const Stem extends string>(
  key: Key,
  id: number,
  stem: Stem,
  displayName: string,
  facts: ProviderFacts,
): Provider<Key, Stem> {
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

/** A grant whose page of consent takes the same parameters in stage and production. */
export function codeGrant(parameters: Record<string, string>, rest: Omit<CodeGrant, 'parameters'>): CodeGrant {
  return { parameters: { STAGE: parameters, PRODUCTION: parameters }, ...rest };
}

/** A provider whose stage and production are at one address, or that has no stage. */
export function sameAddresses(addresses: Addresses): Record<ClientEnvironment, Addresses> {
  return { STAGE: addresses, PRODUCTION: addresses };
}
