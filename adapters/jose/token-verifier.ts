import { errors, importJWK, type JWTHeaderParameters, jwtVerify } from 'jose';
import type { PublicKeyDirectory } from '../../domain/access/signing-key.ts';
import type { TokenClaims, TokenKind, TokenVerifier } from '../../domain/access/token.ts';
import type { Clock } from '../../domain/clock.ts';

type VerifyingKey = Awaited<ReturnType<typeof importJWK>>;

/** The audience of Furrow's tokens; a token of another system that shares a key is rejected. */
export const audience = 'furrow';
export const algorithm = 'RS256';

/** Maximum cached tokens, whose signature need not be checked again. */
const remembered = 1_000;

/**
 * Verifies tokens with the published keys. The issuer is not compared, since one API may be reachable at several URLs.
 */
export function tokenVerifier(directory: PublicKeyDirectory, clock: Clock): TokenVerifier {
  const imported = new Map<string, VerifyingKey>();
  const verified = new Map<string, { kid: string; claims: TokenClaims }>();

  const keyFor = async ({ kid }: JWTHeaderParameters): Promise<VerifyingKey> => {
    const found = kid && (await directory.find(kid));
    if (!found) throw new errors.JWKSNoMatchingKey();
    const known = imported.get(found.kid);
    if (known) return known;
    const key = await importJWK({ ...found }, algorithm);
    imported.set(found.kid, key);
    return key;
  };

  /** The claims of a cached token, unless it has expired or its key was retired meanwhile. */
  const stillGood = async (token: string): Promise<TokenClaims | undefined> => {
    const known = verified.get(token);
    if (!known) return undefined;
    if (known.claims.expiresAt > clock.now() / 1000 && (await directory.find(known.kid))) return known.claims;
    verified.delete(token);
    return undefined;
  };

  return {
    async verify(token) {
      const known = await stillGood(token);
      if (known) return known;
      const options = { audience, algorithms: [algorithm], currentDate: new Date(clock.now()) };
      const { payload, protectedHeader } = (await jwtVerify(token, keyFor, options).catch(refusal)) ?? {};
      const { sub, kind, iat, exp } = payload ?? {};
      if (typeof sub !== 'string' || !isKind(kind) || iat === undefined || exp === undefined) return undefined;
      const claims = { ownerId: sub, kind, issuedAt: iat, expiresAt: exp };
      verified.set(token, { kid: protectedHeader?.kid ?? '', claims });
      const [oldest] = verified.keys();
      if (verified.size > remembered && oldest !== undefined) verified.delete(oldest);
      return claims;
    },
  };
}

function isKind(kind: unknown): kind is TokenKind {
  return kind === 'id' || kind === 'access';
}

/** An invalid token is undefined; a failure of the table is thrown. */
function refusal(error: unknown): undefined {
  if (error instanceof errors.JOSEError) return undefined;
  throw error;
}
