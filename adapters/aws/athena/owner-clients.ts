import { AthenaClient } from '@aws-sdk/client-athena';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import type { Clock } from '../../../domain/clock.ts';
import { type QueryPlaces, sessionPolicy } from './session-policy.ts';
import { isExpired, orUnavailable } from './unavailable.ts';

/** Of an assumed role: credentials are kept for one half of it, and the longest query ends within the other. */
const lifeSeconds = 1_800;
const keptMilliseconds = (lifeSeconds / 2) * 1000;
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
    const { Credentials } = await sts
      .send(new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: ownerId, DurationSeconds: lifeSeconds, Policy }))
      .catch(orUnavailable);
    const { AccessKeyId, SecretAccessKey, SessionToken } = Credentials ?? {};
    if (!AccessKeyId || !SecretAccessKey || !SessionToken) throw new Error('STS gave no credentials');
    const client = new AthenaClient({
      credentials: { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken },
      // Athena refuses calls that come too fast; they are made again, further and further apart, for seconds and not for as long as one waits.
      maxAttempts: 4,
      ...(endpoint && { endpoint }),
    });
    // They may be over before their time where a clock goes wrong: the next query gets others.
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
    const policy = sessionPolicy(ownerId, prefixes, { ...places, partition: roleArn.split(':')[1] ?? 'aws' });
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
