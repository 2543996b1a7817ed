import type { AppKeyStore } from '../../../../domain/keys/app-key.ts';
import type { GrantServices } from '../../../../domain/oauth/code-grant.ts';
import type { Sealer } from '../../../../domain/secrets.ts';
import type { HttpServices } from '../../../http/serve.ts';

export interface OAuthServices extends HttpServices, GrantServices {
  appKeys: Pick<AppKeyStore, 'list' | 'sealed'>;
  /** Opens app keys. */
  sealer: Pick<Sealer, 'open'>;
}
