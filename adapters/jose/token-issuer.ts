import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import type { PublicKey, SigningKey, SigningKeyStore } from '../../domain/access/signing-key.ts';
import type { IssuedToken, TokenIssuer } from '../../domain/access/token.ts';
import type { Clock, NewId } from '../../domain/clock.ts';
import type { Sealer, SecretScope } from '../../domain/secrets.ts';
import { algorithm, audience } from './token-verifier.ts';

/** Cache time of the signing key, after which another instance's new key is used. */
const rememberedMilliseconds = 5 * 60_000;

/** The scope of signing keys, which belong to the installation and not to an owner. */
const scope = (kid: string): SecretScope => ({ ownerId: 'furrow', member: `signingKey:${kid}` });

export interface IssuerServices {
  keys: SigningKeyStore;
  sealer: Sealer;
  clock: Clock;
  newId: NewId;
}

interface Signing {
  kid: string;
  key: Awaited<ReturnType<typeof importJWK>>;
}

/** Creates a signing key; the newest key that is not retiring signs. */
export async function makeSigningKey({ keys, sealer, clock, newId }: IssuerServices): Promise<SigningKey> {
  const pair = await generateKeyPair(algorithm, { modulusLength: 2048, extractable: true });
  const kid = newId();
  const { n = '', e = '', kty = '' } = await exportJWK(pair.publicKey);
  const publicKey: PublicKey = { kid, kty, alg: algorithm, use: 'sig', n, e };
  const sealedPrivate = await sealer.seal(scope(kid), JSON.stringify(await exportJWK(pair.privateKey)));
  const key: SigningKey = { kid, public: publicKey, sealedPrivate, createdAt: clock.now() };
  await keys.put(key);
  return key;
}

/** Signs tokens with the newest key, creating the first one if there is none. */
export function tokenIssuer(services: IssuerServices): TokenIssuer {
  const { keys, sealer, clock } = services;
  let signing: Promise<Signing> | undefined;
  let until = 0;

  const newest = async (): Promise<Signing> => {
    const usable = (await keys.all()).filter(({ retiresAt }) => retiresAt === undefined);
    const { kid, sealedPrivate } =
      usable.sort((a, b) => b.createdAt - a.createdAt)[0] ?? (await makeSigningKey(services));
    const jwk = JSON.parse(await sealer.open(scope(kid), sealedPrivate)) as Record<string, string>;
    return { kid, key: await importJWK(jwk, algorithm) };
  };

  /** Concurrent requests share one read, and so one first key. A failed read is not cached. */
  const current = (): Promise<Signing> => {
    if (signing && until > clock.now()) return signing;
    until = clock.now() + rememberedMilliseconds;
    signing = newest().catch((error: unknown) => {
      until = 0;
      throw error;
    });
    return signing;
  };

  return {
    async issue({ owner, at, kind, lifetimeSeconds, issuer }): Promise<IssuedToken> {
      const { kid, key } = await current();
      const issuedAt = Math.max(Math.floor(at / 1000), owner.notBefore);
      const token = await new SignJWT({ kind, preferred_username: owner.username })
        .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(owner.id)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(key);
      return { token, expiresInSeconds: lifetimeSeconds };
    },
  };
}
