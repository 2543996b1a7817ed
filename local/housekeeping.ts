import { memoryGiver } from '../adapters/process/give-back-memory.ts';
import type { DynamoDbEngine } from './dynamodb/index.ts';
import type { S3Engine } from './s3/index.ts';

const dayMilliseconds = 86_400_000;
/** Not in the seconds in which somebody waits for the start. */
const firstAfterMilliseconds = 60_000;
/** A millisecond's work. */
const givingMilliseconds = 60_000;

/**
 * Once a day, applies the lifecycle rules of buckets as S3 does, deletes expired items as DynamoDB does within days, and
 * deletes the history of tables that is too old for a restore. Once a minute, gives memory that work has left back to the system. Returns a function that stops this.
 */
export function startHousekeeping(
  {
    s3,
    dynamodb,
  }: { s3: Pick<S3Engine, 'applyLifecycle'>; dynamodb: Pick<DynamoDbEngine, 'expireItems' | 'trimHistory'> },
  log: (line: string) => void,
): () => void {
  const keepHouse = () => {
    s3.applyLifecycle().catch((error: Error) =>
      log(`the buckets' lifecycle rules could not be applied: ${error.message}`),
    );
    dynamodb.expireItems().catch((error: Error) => log(`expired items could not be deleted: ${error.message}`));
    dynamodb.trimHistory().catch((error: Error) => log(`what tables were could not be forgotten: ${error.message}`));
  };
  const timers = [
    setTimeout(keepHouse, firstAfterMilliseconds),
    setInterval(keepHouse, dayMilliseconds),
    setInterval(memoryGiver(), givingMilliseconds),
  ];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
