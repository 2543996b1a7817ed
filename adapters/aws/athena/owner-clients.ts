import { AthenaClient } from '@aws-sdk/client-athena';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import type { Clock } from '../../../domain/clock.ts';
import { type QueryPlaces, sessionPolicy } from './session-policy.ts';

/** The shortest life of an assumed role; the policy names a generation, so that none is needed for longer. */
const lifeSeconds = 900;
/** A query may still be running when credentials are asked for the last time. */
const leastLeftMilliseconds = 2 * 60_000;
const rememberedClients = 500;

export interface OwnerClientsOptions extends Omit<QueryPlaces, 'partition'> {
  roleArn: string;
  clock: Clock;
  sts?: STSClient;
  /** Instead of the address that the environment gives. */
  endpoint?: string;
}

/** Makes clients that may do what one owner's queries of some files need, and nothing else. */
export type OwnerClients = (ownerId: string, prefixes: readonly string[]) => Promise<AthenaClient>;

/** Clients with credentials of an assumed role, narrowed to what is read; kept for each owner and generation as long as they are good. */
export function ownerClients({
  roleArn,
  clock,
  sts = new STSClient({}),
  endpoint,
  ...places
}: OwnerClientsOptions): OwnerClients {
  const known = new Map<string, { client: Promise<AthenaClient>; until: number }>();

  async function assumed(ownerId: string, Policy: string): Promise<AthenaClient> {
    const { Credentials } = await sts.send(
      new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: ownerId, DurationSeconds: lifeSeconds, Policy }),
    );
    const { AccessKeyId, SecretAccessKey, SessionToken } = Credentials ?? {};
    if (!AccessKeyId || !SecretAccessKey || !SessionToken) throw new Error('STS gave no credentials');
    return new AthenaClient({
      credentials: { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken },
      // Athena refuses calls that come too fast; they are made again, further and further apart.
      maxAttempts: 6,
      ...(endpoint && { endpoint }),
    });
  }

  return (ownerId, prefixes) => {
    const policy = sessionPolicy(ownerId, prefixes, { ...places, partition: roleArn.split(':')[1] ?? 'aws' });
    const kept = known.get(policy);
    if (kept && kept.until > clock.now()) return kept.client;
    const client = assumed(ownerId, policy);
    client.catch(() => known.delete(policy));
    known.delete(policy);
    known.set(policy, { client, until: clock.now() + lifeSeconds * 1000 - leastLeftMilliseconds });
    const [oldest] = known.keys();
    if (known.size > rememberedClients && oldest !== undefined) known.delete(oldest);
    return client;
  };
}
