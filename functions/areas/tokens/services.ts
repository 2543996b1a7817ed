import type { RefreshServices } from '../../../domain/access/refresh.ts';
import type { SignInServices } from '../../../domain/access/sign-in.ts';
import type { SigningKeyStore } from '../../../domain/access/signing-key.ts';
import type { TokenIssuer } from '../../../domain/access/token.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface TokensServices extends HttpServices, SignInServices, RefreshServices {
  issuer: TokenIssuer;
  keys: SigningKeyStore;
}
