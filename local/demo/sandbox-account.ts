import { createHash } from 'node:crypto';
import type { Port, Provider } from '../../domain/providers/provider.ts';
import { providerOf, providers } from '../../domain/providers/providers.ts';
import type { ConsentAccess } from '../sandboxes/sandbox-row.ts';
import { type SandboxesAccess, sandboxApplications } from '../sandboxes/sandboxes.ts';
import { addressesOfSandboxes } from './addresses-of-sandboxes.ts';

/** The sandboxes with a consent page. */
export type ConsentedKey = {
  [Key in keyof SandboxesAccess]: SandboxesAccess[Key] extends ConsentAccess ? Key : never;
}[keyof SandboxesAccess];

/** The refresh token of a grower who answers the consent page of a sandbox; each consent has a token of its own. */
export async function growerConsent(sandboxes: SandboxesAccess, key: ConsentedKey, answer = 'allow'): Promise<string> {
  const { clientId, clientSecret } = sandboxes[key];
  const { grant } = providerOf(key);
  const { consent: page = '', token = '' } = addressesOfSandboxes(sandboxes)[key].PRODUCTION;
  const redirect_uri = 'http://127.0.0.1/back';
  const code_verifier = 'a-verifier-of-at-least-forty-three-characters-x';
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  const asked = new URLSearchParams({ client_id: clientId, redirect_uri, response_type: 'code', answer });
  if (grant?.proofKey) {
    const proven = { ...grant.parameters.PRODUCTION, code_challenge, code_challenge_method: 'S256' };
    for (const [name, value] of Object.entries(proven)) asked.set(name, value);
  }
  const back = await fetch(`${page}?${asked}`, { redirect: 'manual' });
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri });
  const client = { client_id: clientId, client_secret: clientSecret, ...(grant?.proofKey && { code_verifier }) };
  for (const [name, value] of Object.entries(client)) form.set(name, value);
  const answered = await fetch(token, { method: 'POST', body: form });
  return ((await answered.json()) as { refresh_token: string }).refresh_token;
}

/** An account of a grower at a provider: the last part of the path of its credential, and the body. */
export interface Account {
  path: string;
  body: object;
}

/** Whether fields come from the accounts of a provider. */
export const hasFields = ({ ports, grant }: Provider): boolean =>
  grant !== undefined && (ports as readonly Port[]).includes('fields');

/** A new account at the first sandbox that has fields. */
export async function sandboxAccount(sandboxes: SandboxesAccess): Promise<Account | undefined> {
  for (const [key, application] of sandboxApplications(sandboxes)) {
    const row = providers.find((one) => one.key === key);
    if (!row || !hasFields(row)) continue;
    const refreshToken = await growerConsent(sandboxes, key as ConsentedKey);
    const stage = row.appKey?.hasEnvironment && { clientEnvironment: 'PRODUCTION' };
    return { path: row.credentialPath, body: { ...application, refreshToken, ...stage } };
  }
  return undefined;
}
