import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Job } from '../../functions/manifest/job.ts';
import { type JobName, jobs, needsOf } from '../../functions/manifests.ts';
import { chainOf, type FunctionOptions, furrowFunction, longChain } from './function.ts';
import { pascalCase, withLogicalId } from './logical-id.ts';
import { allow } from './permissions.ts';

export interface WorkerOptions extends FunctionOptions {
  /** Files of one owner that workers of a kind read at once, where the operator says so. */
  filesAtOnce?: number | undefined;
}

/** A worker that may send to its own queue says how far that goes; how far Lambda does not stop it, it stops itself. */
function chainVariables(name: JobName): Record<string, string> {
  const sends = needsOf(name).sends?.includes(name) ?? false;
  if (sends !== (chainOf(name) !== undefined)) {
    throw new Error(
      `functions/jobs/${name}/manifest.ts: "${name}" ${sends ? 'sends to its own queue and says not' : 'does not send to its own queue, and says'} in \`chain\` how many messages follow one another and why they end.`,
    );
  }
  const long = longChain(name);
  return long ? { MAX_CHAIN: String(long.maxMessages) } : {};
}

/** Where more workers run at once than usual, more of them have places: all but one that is kept for an owner that has nothing, and one that looks at what arrives. */
function placeVariables(name: JobName, slots: number, filesAtOnce: number | undefined): Record<string, string> {
  const { places, concurrency }: Job = jobs[name];
  return {
    ...(places && slots > concurrency && { WORKERS_AT_ONCE: String(slots - 2) }),
    ...(places === 'files' && filesAtOnce !== undefined && { FILES_AT_ONCE: String(filesAtOnce) }),
  };
}

/**
 * A worker of a job's queue. Its function reports which messages of a batch failed; the others are not repeated.
 *
 * @param slots how many run at once.
 */
export function worker(scope: Construct, name: JobName, slots: number, options: WorkerOptions): lambda.Function {
  const { names } = options.data;
  const [queue, deadLetters] = [names.queue(name), names.deadLetters(name)];
  const { batchSize, receives } = jobs[name];
  const made = furrowFunction(scope, {
    ...options,
    statements: [
      allow(
        ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility'],
        [queue.arn],
      ),
      // For messages that cannot be read: trying them again would change nothing.
      allow(['sqs:SendMessage'], [deadLetters.arn]),
    ],
    // With these a worker knows its last attempt, and can put a message off.
    variables: {
      MAX_RECEIVE_COUNT: String(receives),
      QUEUE_URL: queue.url,
      DEAD_LETTERS_URL: deadLetters.url,
      ...chainVariables(name),
      ...placeVariables(name, slots, options.filesAtOnce),
    },
  });
  const id = `${pascalCase(name)}Source`;
  const source = new lambda.EventSourceMapping(made, id, {
    target: made,
    eventSourceArn: queue.arn,
    batchSize,
    maxConcurrency: slots,
    reportBatchItemFailures: true,
  });
  withLogicalId(source, id);
  return made;
}
