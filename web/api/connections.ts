import type { Api } from './client.ts';

/** A provider as growers see it. */
export interface Connection {
  provider: string;
  displayName: string;
  site: string;
  consent: 'oauth' | 'form';
  members: { name: string; kind: 'text' | 'secret'; required: boolean }[];
  available: boolean;
  connected: { status: string; createdTime: string } | null;
  /** Whether anything will arrive from it. */
  isCalled: boolean;
  choosesOrganizations: boolean;
}

export interface Organization {
  providerOrgId: string;
  providerOrgName: string;
  status: 'SELECTED' | 'PREVIEW' | 'BLOCKED';
  managementUri?: string;
}

/** The result of connecting: the URL where the grower consents, or the connection. */
export type Begun = { signInUrl: string } | { status: string; createdTime: string };

const connections = (svcUser: string) => `/services/widgets/api/users/${encodeURIComponent(svcUser)}/connections`;
const organizations = (svcUser: string, provider: string) =>
  `/services/usermanagement/api/users/${encodeURIComponent(svcUser)}/${encodeURIComponent(provider)}/organizations`;

export const listConnections = ({ call, svcUser }: Api, signal?: AbortSignal) =>
  call<Connection[]>('GET', connections(svcUser), undefined, signal);

export const connect = ({ call, svcUser }: Api, provider: string, members?: Record<string, string>) =>
  call<Begun>('POST', `${connections(svcUser)}/${encodeURIComponent(provider)}`, members ? { members } : {});

export const disconnect = ({ call, svcUser }: Api, provider: string) =>
  call<void>('DELETE', `${connections(svcUser)}/${encodeURIComponent(provider)}`);

export const listOrganizations = ({ call, svcUser }: Api, provider: string, signal?: AbortSignal) =>
  call<Organization[]>('GET', `${organizations(svcUser, provider)}?size=100`, undefined, signal);

export const chooseOrganization = (
  { call, svcUser }: Api,
  provider: string,
  id: string,
  status: 'SELECTED' | 'PREVIEW',
) => call<Organization>('PATCH', `${organizations(svcUser, provider)}/${encodeURIComponent(id)}/${status}`);

/** Starts a sync of the organizations. */
export const syncOrganizations = ({ call, svcUser }: Api, provider: string) =>
  call<unknown>('POST', `${organizations(svcUser, provider)}/sync`);
