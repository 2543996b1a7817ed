import { answerStore } from '../../adapters/aws/dynamodb/answer-store.ts';
import { ownerDirectory } from '../../adapters/aws/dynamodb/identity/owner-directory.ts';
import { signingKeyDirectory } from '../../adapters/aws/dynamodb/identity/signing-key-directory.ts';
import { table } from '../../adapters/aws/dynamodb/table.ts';
import { tracerOf } from '../../adapters/aws/tracing/tracer.ts';
import { tokenVerifier } from '../../adapters/jose/token-verifier.ts';
import { systemClock } from '../../adapters/system.ts';
import { limits } from '../../domain/limits.ts';
import { environment, environmentNumber, optionalEnvironment } from './environment.ts';
import type { HttpServices } from './serve.ts';
import { requestLogOf } from './telemetry/request-log.ts';

/**
 * The services of the steps of requests, built from the environment. Called once per cold start.
 *
 * @example export const handler = serve(usersApi, userHandlers, { ...httpServices(), users });
 */
export function httpServices(): HttpServices {
  const { OWNERS_TABLE, REQUESTS_TABLE } = environment('OWNERS_TABLE', 'REQUESTS_TABLE');
  const owners = table(OWNERS_TABLE);
  const clock = systemClock;
  return {
    clock,
    owners: ownerDirectory(owners, clock),
    tokens: tokenVerifier(signingKeyDirectory(owners, clock), clock),
    answers: answerStore(table(REQUESTS_TABLE), clock),
    requestsPerMinute: environmentNumber('REQUESTS_PER_MINUTE', limits.requestsPerMinute),
    requestLog: requestLogOf(optionalEnvironment),
    tracer: tracerOf(optionalEnvironment),
  };
}
