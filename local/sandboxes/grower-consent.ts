import { createHash } from 'node:crypto';
import { addressesOfSandboxes } from '../demo/addresses-of-sandboxes.ts';
import type { SandboxesAccess } from './sandboxes.ts';

/** The sandboxes with a consent page. */
export type ConsentedKey = Exclude<keyof SandboxesAccess, 'RavenSlingshot'>;

/** The refresh token of a grower who answers the consent page of a sandbox; each consent has a token of its own. */
export async function growerConsent(sandboxes: SandboxesAccess, key: ConsentedKey, answer = 'allow'): Promise<string> {
  const { clientId, clientSecret } = sandboxes[key];
  const { consent: page = '', token = '' } = addressesOfSandboxes(sandboxes)[key].PRODUCTION;
  const redirect_uri = 'http://127.0.0.1/back';
  const code_verifier = 'a-verifier-of-at-least-forty-three-characters-x';
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  const asked = new URLSearchParams({ client_id: clientId, redirect_uri, response_type: 'code', answer });
  if (key === 'Lindsay') {
    const proven = { scope: 'api offline_access', code_challenge, code_challenge_method: 'S256' };
    for (const [name, value] of Object.entries(proven)) asked.set(name, value);
  }
  const back = await fetch(`${page}?${asked}`, { redirect: 'manual' });
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri });
  const client = { client_id: clientId, client_secret: clientSecret, ...(key === 'Lindsay' && { code_verifier }) };
  for (const [name, value] of Object.entries(client)) form.set(name, value);
  const answered = await fetch(token, { method: 'POST', body: form });
  return ((await answered.json()) as { refresh_token: string }).refresh_token;
}
