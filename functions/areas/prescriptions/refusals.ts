import { Problem, type ProblemDetails } from '../../../domain/errors.ts';
import type { PrescriptionProvider } from '../../../domain/prescriptions/prescription-provider.ts';
import type { PrescribedProvider } from '../../../domain/prescriptions/sending.ts';
import { providerOf } from '../../../domain/providers/providers.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import type { PrescriptionsServices } from './services.ts';

/**
 * The account of a user at a provider.
 *
 * @throws Problem 409 `providerNotConnected`; 503 `partnerGatewayMissing` for a provider that answers partners alone, `providerNotConfigured` for one without a URL.
 */
export async function connectedAccount(
  user: UserSubject,
  provider: PrescribedProvider,
  { accountOf }: Pick<PrescriptionsServices, 'accountOf'>,
): Promise<PrescriptionProvider> {
  const { displayName } = providerOf(provider);
  const account = await accountOf(user, provider).catch(toProblem);
  if (account === 'unconnected') {
    const detail = `The user has not connected ${displayName}. Connect the account, and send the request again.`;
    throw new Problem('conflict', detail, { errorKey: 'providerNotConnected' });
  }
  if (account !== 'uncalled') return account;
  if (providerOf(provider).ports.includes('prescriptions')) {
    const detail = `The operator of this server has given ${displayName} no URL.`;
    throw new Problem('unavailable', detail, { errorKey: 'providerNotConfigured' });
  }
  const detail = `${displayName} opens its interface for prescriptions to partners alone, and this server has no gateway of a partner. Nothing was sent.`;
  throw new Problem('unavailable', detail, { errorKey: 'partnerGatewayMissing' });
}

/**
 * Turns a failure of a provider into the problem of the caller; throws any other error as it is.
 *
 * @throws Problem 409 for an account that the provider refuses, 502 with its status for a request that it refuses, 502 or 503 if it does not answer.
 */
export function toProblem(error: unknown): never {
  if (!(error instanceof ProviderProblem)) throw error;
  const { kind, message, status, retryAfterSeconds = 60 } = error;
  const members = status === undefined ? undefined : { providerStatus: status };
  const more: ProblemDetails = { cause: error, ...(members && { members }) };
  if (kind === 'refused') throw new Problem('conflict', message, { ...more, errorKey: 'providerNotConnected' });
  if (kind === 'rateLimited' || kind === 'held')
    throw new Problem('unavailable', message, { cause: error, retryAfterSeconds });
  if (kind === 'unreachable') {
    throw new Problem('upstream', message, { ...more, errorKey: 'providerUnreachable', retryAfterSeconds });
  }
  if (kind === 'malformed' && (status === undefined || status < 400)) {
    throw new Problem('upstream', message, { ...more, errorKey: 'providerMalformed' });
  }
  throw new Problem('upstream', message, { ...more, errorKey: 'providerRefused' });
}
