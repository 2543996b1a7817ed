import { SignJWT } from 'jose';
import { cloudClock } from '../cloud.ts';
import { asOwner, type Sent, type TestOwner } from '../owner.ts';

/** An invalid authorization of a request. */
export interface BadToken {
  name: string;
  /** What is sent beside the request. */
  sent(): Promise<Sent>;
  /** What the error says of the right base. */
  told?: string;
}

/** Every way to be refused. @param own the owner whom the tokens name. */
export function badTokens(own: TestOwner): BadToken[] {
  const bearer = (name: string, token: () => Promise<string>): BadToken => ({
    name,
    sent: async () => ({ token: await token() }),
  });
  return [
    { name: 'no token', sent: async () => ({ headers: { authorization: '' } }) },
    { name: 'a password', sent: async () => ({ headers: { authorization: 'Basic eDp5' } }) },
    bearer('a malformed token', async () => 'not.a.token'),
    bearer('an unsigned token', async () => unsigned(own)),
    bearer('a changed token', async () =>
      (await own.token('id')).replace(/\.[^.]+\./, (claims) => `${claims.slice(0, -3)}xx.`),
    ),
    bearer('a token signed by another key', () => forged(own)),
    bearer('a token of an owner that is not there', () =>
      asOwner({ ...own.owner, id: crypto.randomUUID() }).token('id'),
    ),
    bearer('an expired token', () => own.token('id', -1)),
    { ...bearer('an access token under the base of legacy tokens', () => own.token('access')), told: 'under /v2' },
    {
      name: 'a legacy token under /v2',
      sent: async () => ({ stage: 'access', token: await own.token('id') }),
      told: 'without /v2',
    },
  ];
}

const unsigned = ({ owner }: TestOwner) => `${btoa('{"alg":"none"}')}.${btoa(`{"sub":"${owner.id}","kind":"id"}`)}.`;

async function forged({ owner }: TestOwner): Promise<string> {
  const now = Math.floor(cloudClock.now() / 1000);
  const claims = new SignJWT({ kind: 'id' }).setProtectedHeader({ alg: 'HS256' }).setSubject(owner.id);
  return claims
    .setAudience('furrow')
    .setIssuedAt(now)
    .setExpirationTime(now + 60)
    .sign(new Uint8Array(32));
}
