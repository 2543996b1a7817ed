import type { GrantServices } from '../../../domain/oauth/code-grant.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface OAuthServices extends HttpServices, GrantServices {}
