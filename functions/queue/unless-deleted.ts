import { isUserNotFound } from '../../domain/errors.ts';

/**
 * Does work for a user. Ends without an error if the user has been deleted meanwhile; the eraser deletes what was written.
 *
 * @example await unlessDeleted(async () => group(ownerId, svcUserId));
 */
export async function unlessDeleted(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isUserNotFound(error)) throw error;
  }
}
