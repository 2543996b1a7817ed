import { maxParserAttempts, type ParserAttempts } from '../../domain/parser-attempts.ts';

/**
 * Does work that opens the file of a record, and may end its worker: `giveUp` instead when several have died of it. Neither a receive that
 * never reached the file counts, nor an error that the work throws.
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
