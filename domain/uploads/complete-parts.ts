import { Problem } from '../errors.ts';
import type { UploadedSessionPart } from './session-store.ts';
import type { UploadSession } from './upload-session.ts';

/** Maximum part numbers that a message lists. */
const listed = 10;

/** The parts of a finished file in order. @throws Problem if parts are missing or incomplete. */
export function completeParts(session: UploadSession, arrived: UploadedSessionPart[]): UploadedSessionPart[] {
  const byNumber = new Map(arrived.map((part) => [part.partNumber, part]));
  const numbers = Array.from({ length: session.partCount }, (_, index) => index + 1);
  const wrong = numbers.filter((number) => byNumber.get(number)?.sizeBytes !== partSize(session, number));
  if (wrong.length > 0) {
    const more = wrong.length > listed ? ` and ${wrong.length - listed} more` : '';
    const detail = `These parts are missing or have the wrong size: ${wrong.slice(0, listed).join(', ')}${more}. PUT them again.`;
    throw new Problem('conflict', detail, { errorKey: 'partsMissing' });
  }
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

/** The size of a part in bytes: all are equal except the last. */
export function partSize({ sizeBytes, partSizeBytes, partCount }: UploadSession, number: number): number {
  return number < partCount ? partSizeBytes : sizeBytes - partSizeBytes * (partCount - 1);
}
