import type { DynamoDbEngine } from './dynamodb/index.ts';
import type { S3Engine } from './s3/index.ts';

const dayMilliseconds = 86_400_000;
/** Not in the seconds in which somebody waits for the start. */
const firstAfterMilliseconds = 60_000;

/** Applies the buckets' lifecycle rules once a day, as S3 does, and forgets what tables can no longer be restored to. The function that it returns ends that. */
export function startHousekeeping(
  { s3, dynamodb }: { s3: Pick<S3Engine, 'applyLifecycle'>; dynamodb: Pick<DynamoDbEngine, 'trimHistory'> },
  log: (line: string) => void,
): () => void {
  const keepHouse = () => {
    s3.applyLifecycle().catch((error: Error) =>
      log(`the buckets' lifecycle rules could not be applied: ${error.message}`),
    );
    dynamodb.trimHistory().catch((error: Error) => log(`what tables were could not be forgotten: ${error.message}`));
  };
  const timers = [setTimeout(keepHouse, firstAfterMilliseconds), setInterval(keepHouse, dayMilliseconds)];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
