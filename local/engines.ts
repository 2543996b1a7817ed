import { join } from 'node:path';
import { type AthenaEngine, startAthena } from './athena/start-athena.ts';
import type { MovableClock } from './clock.ts';
import { credentials } from './credentials.ts';
import { type DynamoDbEngine, startDynamoDb } from './dynamodb/index.ts';
import { startUnserved, type UnservedEndpoint } from './http/unserved.ts';
import { createGuard, type Guard } from './iam/guard.ts';
import { type KmsEngine, startKms } from './kms/start-kms.ts';
import { type S3Engine, startS3 } from './s3/index.ts';
import { type SqsEngine, startSqs } from './sqs/start-sqs.ts';
import type { ServiceName } from './state/endpoints-file.ts';
import { copyAdvice, LostData } from './state/marks/lost-data.ts';
import { type StsEngine, startSts } from './sts/start-sts.ts';

/** The engines that replace the services of AWS. */
export interface Engines {
  dynamodb: DynamoDbEngine;
  s3: S3Engine;
  sqs: SqsEngine;
  kms: KmsEngine;
  sts: StsEngine;
  athena: AthenaEngine;
  unserved: UnservedEndpoint;
  /** Decides which calls are allowed in all engines. */
  guard: Guard;
}

export interface EngineOptions {
  dataDir: string;
  host: string;
  clock: MovableClock;
  /** Flushes every change to the disk before it is acknowledged, so that it also survives a power failure. */
  sync: boolean;
  /** Continues without data that is missing, and repairs what can be repaired. Otherwise missing data is an error. */
  isRestore?: boolean;
  /** Called when changes are refused because of the disk, when they are accepted again, and for every denied call. */
  log(line: string): void;
}

/**
 * Starts every engine on a free port of its own. If one fails to start, the others are closed.
 *
 * @throws LostData naming all stores that lack acknowledged data.
 */
export async function startEngines({
  dataDir,
  host,
  clock,
  sync,
  log,
  isRestore = false,
}: EngineOptions): Promise<Engines> {
  let sessions: Pick<StsEngine, 'sessionFor'> | undefined;
  const guard = createGuard({ sessionOf: (accessKeyId) => sessions?.sessionFor(accessKeyId), log });
  const marks = { dataDir, isRestore, now: clock.now, log };
  const at = (name: string) => ({ dir: join(dataDir, name), host, clock, guard, marks });
  const kept = (name: string) => ({ ...at(name), sync, log });
  const sqs = startSqs(kept('sqs'));
  const sts = startSts(at('sts'));
  const s3 = sts.then(({ secretFor, sessionFor }) => {
    sessions = { sessionFor };
    return startS3({
      ...kept('s3'),
      credentials,
      secretFor,
      notify: async ({ queueArn, body }) => void (await (await sqs).send(queueArn, body)),
    });
  });
  const athena = Promise.all([s3, sts]).then(([{ endpoint }, { sessionFor }]) =>
    startAthena({ ...at('athena'), s3Endpoint: endpoint, bucketsFolder: join(dataDir, 's3'), sessionFor }),
  );
  const starting = [
    startDynamoDb(kept('dynamodb')),
    s3,
    sqs,
    startKms(at('kms')),
    sts,
    athena,
    startUnserved({ host }),
  ] as const;
  try {
    const [dynamodb, bucketEngine, queueEngine, kms, stsEngine, athenaEngine, unserved] = await Promise.all(starting);
    return { dynamodb, s3: bucketEngine, sqs: queueEngine, kms, sts: stsEngine, athena: athenaEngine, unserved, guard };
  } catch (error) {
    const started = await Promise.allSettled(starting);
    await Promise.all(started.map((one) => one.status === 'fulfilled' && one.value.close()));
    const lost = started.map((one) => one.status === 'rejected' && one.reason).filter((one) => one instanceof LostData);
    const [first, ...others] = lost;
    if (!first || others.length === 0 || !(error instanceof LostData)) throw error;
    // Where one store can only be copied back, that is the advice for all.
    const { advice } = lost.find((one) => one.advice === copyAdvice) ?? first;
    throw new LostData(dataDir, lost.map(({ loss }) => loss).join('; '), advice);
  }
}

/** Closes every engine: first Athena, since it writes to S3, then S3, since it sends notifications to SQS. */
export async function closeEngines({ athena, s3, guard: _, ...others }: Engines): Promise<void> {
  await athena.close();
  await s3.close();
  await Promise.all(Object.values(others).map((engine) => engine.close()));
}

/**
 * The URL on which each service listens.
 *
 * @example const variables = endpointVariables(serviceEndpoints(engines), engines.unserved.endpoint);
 */
export function serviceEndpoints({ dynamodb, s3, sqs, kms, sts, athena }: Engines): Record<ServiceName, string> {
  return {
    dynamodb: dynamodb.endpoint,
    // Browsers are redirected here, too, and cannot call the wildcard address.
    s3: s3.endpoint.replace('//0.0.0.0:', '//127.0.0.1:'),
    sqs: sqs.endpoint,
    kms: kms.endpoint,
    sts: sts.endpoint,
    athena: athena.endpoint,
  };
}

/** The variables that make unmodified SDK clients call the engines, and nothing else. */
export function endpointVariables(services: Record<ServiceName, string>, unserved: string): Record<string, string> {
  const entries = Object.entries(services).map(([name, url]) => [`AWS_ENDPOINT_URL_${name.toUpperCase()}`, url]);
  return { AWS_ENDPOINT_URL: unserved, ...Object.fromEntries(entries) };
}
