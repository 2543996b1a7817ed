import type { ParserAttempts } from '../../domain/parser-attempts.ts';

/** Times that the file of a record is opened before it is given up: twice a worker may die for another reason, three times it is the file. */
const maxParserAttempts = 3;

/**
 * Does work that opens the file of a record, and may end its worker: `giveUp` instead when several have died of it. Neither a receive that
 * never reached the file counts, nor an error that the work throws.
 *
 * @example await withinAttempts(uploads.attempts(ownerId, uploadId), message.delivery, { work, giveUp });
 */
export async function withinAttempts(
  attempts: ParserAttempts,
  delivery: string,
  { work, giveUp }: { work(): Promise<void>; giveUp(): Promise<void> },
): Promise<void> {
  if ((await attempts.begin(delivery)) > maxParserAttempts) return giveUp();
  try {
    await work();
  } catch (error) {
    await attempts.end(delivery);
    throw error;
  }
}
