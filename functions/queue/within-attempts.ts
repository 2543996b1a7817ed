import { type ParserAttempts, UnsettledReading } from '../../domain/parser-attempts.ts';

/** Times that the file of a record is opened before it is given up: twice a worker may die for another reason, three times it is the file. */
export const maxParserAttempts = 3;

/** Between the delivery of an attempt and how it ended. No message's name contains it. */
const mark = ' ended: ';

/**
 * Does work that opens the file of a record, and may end its worker: `giveUp` instead when several have died of it, or of its process. Neither a
 * receive that never reached the file counts, nor an error that the work throws, unless it is an UnsettledReading.
 *
 * @param giveUp called with the problem of the file if every attempt ended in the same way.
 * @example await withinAttempts(uploads.attempts(ownerId, uploadId), message.delivery, { work, giveUp });
 */
export async function withinAttempts<P = never>(
  attempts: ParserAttempts,
  delivery: string,
  { work, giveUp }: { work(): Promise<void>; giveUp(problem?: P): Promise<void> },
): Promise<void> {
  const begun = await attempts.begin(delivery);
  if (begun.length > maxParserAttempts) return giveUp();
  try {
    await work();
  } catch (error) {
    await attempts.end(delivery);
    if (!(error instanceof UnsettledReading)) throw error;
    const ended = `${mark}${error.ending}`;
    const known = await attempts.begin(`${delivery}${ended}`);
    if (known.length < maxParserAttempts) throw error;
    await giveUp(known.every((one) => one.endsWith(ended)) ? (error as UnsettledReading<P>).problem : undefined);
  }
}
