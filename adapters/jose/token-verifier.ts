import { errors, importJWK, type JWTHeaderParameters, jwtVerify } from 'jose';
import type { PublicKeyDirectory } from '../../domain/access/signing-key.ts';
import type { TokenClaims, TokenKind, TokenVerifier } from '../../domain/access/token.ts';
import type { Clock } from '../../domain/clock.ts';

type VerifyingKey = Awaited<ReturnType<typeof importJWK>>;

/** The audience of our tokens; a token of another system that shares a key is refused. */
export const audience = 'furrow';
export const algorithm = 'RS256';

/** Tokens that were found to be good, so that a client's next request need not have its signature checked again. */
const remembered = 1_000;

/** Verifies tokens with the published keys. The issuer is not compared: one API may be reached under several addresses. */
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

  /** Time has passed since: the token may have expired, or its key been retired. */
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

/** A token that does not verify is an answer; a table that does not answer is an error. */
function refusal(error: unknown): undefined {
  if (error instanceof errors.JOSEError) return undefined;
  throw error;
}
