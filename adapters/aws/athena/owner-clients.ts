import { AthenaClient } from '@aws-sdk/client-athena';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import type { Clock } from '../../../domain/clock.ts';
import { type QueryBuckets, sessionPolicy } from './session-policy.ts';
import { isExpired, orUnavailable } from './unavailable.ts';

/**
 * Lifetime of an assumed role: credentials are reused for half of it, and the longest query ends within the other half.
 */
const lifeSeconds = 1_800;
const keptMilliseconds = (lifeSeconds / 2) * 1000;
const rememberedClients = 500;

export interface OwnerClientsOptions extends Omit<QueryBuckets, 'partition'> {
  roleArn: string;
  clock: Clock;
  sts?: STSClient;
  /** Overrides the endpoint of the environment. */
  endpoint?: string;
}

/** Creates clients that are restricted to what queries of one owner over some files need. */
export type OwnerClients = (ownerId: string, prefixes: readonly string[]) => Promise<AthenaClient>;

/**
 * Clients with credentials of an assumed role, restricted to the files that are read; cached by owner and generation
 * until they expire.
 */
export function ownerClients({
  roleArn,
  clock,
  sts = new STSClient({}),
  endpoint,
  ...buckets
}: OwnerClientsOptions): OwnerClients {
  const known = new Map<string, { client: Promise<AthenaClient>; until: number }>();

  async function assumed(ownerId: string, Policy: string): Promise<AthenaClient> {
    const { Credentials } = await sts
      .send(new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: ownerId, DurationSeconds: lifeSeconds, Policy }))
      .catch(orUnavailable);
    const { AccessKeyId, SecretAccessKey, SessionToken } = Credentials ?? {};
    if (!AccessKeyId || !SecretAccessKey || !SessionToken) throw new Error('STS gave no credentials');
    const client = new AthenaClient({
      credentials: { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken },
      // Athena throttles calls; the client retries with back-off, for seconds.
      maxAttempts: 4,
      ...(endpoint && { endpoint }),
    });
    // Credentials may expire early if a clock is wrong: the next query then gets new ones.
    client.middlewareStack.add(
      (next) => (request) =>
        next(request).catch((error) => {
          if (isExpired(error)) known.delete(Policy);
          throw error;
        }),
      { step: 'initialize' },
    );
    return client;
  }

  return (ownerId, prefixes) => {
    const policy = sessionPolicy(ownerId, prefixes, { ...buckets, partition: roleArn.split(':')[1] ?? 'aws' });
    const kept = known.get(policy);
    if (kept && kept.until > clock.now()) return kept.client;
    const client = assumed(ownerId, policy);
    client.catch(() => known.delete(policy));
    known.delete(policy);
    known.set(policy, { client, until: clock.now() + keptMilliseconds });
    const [oldest] = known.keys();
    if (known.size > rememberedClients && oldest !== undefined) known.delete(oldest);
    return client;
  };
}
