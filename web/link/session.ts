import { ApiProblem, request } from '../api/client.ts';

/** The session of a link, with the key that the link was exchanged for. */
export interface LinkSession {
  apiKey: string;
  svcUserId: string;
  expiresAt: string;
  link: {
    widget: 'PROVIDER' | 'AUTHENTICATION' | 'FILEUPLOAD';
    provider?: string;
    settings: {
      backgroundColor?: string;
      headerImage?: string;
      companyLogo?: string;
      companyName?: string;
      disconnectEnabled?: boolean;
    };
    userName?: string;
  };
}

const prefix = 'furrow-link';
/** A session that ends within this time is not resumed. */
const minMilliseconds = 120_000;

/**
 * The session of this tab. A reloaded page continues with its key, since phones unload pages while the grower signs in
 * elsewhere, and each session counts as a use of the link. It ends with the tab.
 *
 * @throws ApiProblem 404 or 410
 */
export async function openSession(base: string, linkId: string): Promise<LinkSession> {
  return keptSession(linkId) ?? renewSession(base, linkId);
}

export function keptSession(linkId: string): LinkSession | undefined {
  const kept = attempt(() => JSON.parse(sessionStorage.getItem(`${prefix} ${linkId}`) ?? 'null') as LinkSession | null);
  return kept && Date.parse(kept.expiresAt) - Date.now() > minMilliseconds ? kept : undefined;
}

export async function renewSession(base: string, linkId: string): Promise<LinkSession> {
  const url = `${base}/services/widgets/api/link-sessions`;
  const made = await request<LinkSession>(url, { method: 'POST', body: { linkId } });
  attempt(() => sessionStorage.setItem(`${prefix} ${linkId}`, JSON.stringify(made)));
  return made;
}

export function forgetSession(linkId: string): void {
  attempt(() => sessionStorage.removeItem(`${prefix} ${linkId}`));
}

/**
 * The key of the text that says why a link did not open.
 *
 * @example reasonOf(new ApiProblem(410, 'linkExpired', '')) // 'expired'
 */
export function reasonOf(error: unknown): 'unknown' | 'expired' | 'revoked' | 'exhausted' | 'failed' {
  const reasons = {
    linkNotFound: 'unknown',
    linkExpired: 'expired',
    linkRevoked: 'revoked',
    linkExhausted: 'exhausted',
  } as const;
  const key = error instanceof ApiProblem ? error.errorKey : '';
  return reasons[key as keyof typeof reasons] ?? 'failed';
}

/** A browser may forbid storage. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
