import { isUserNotFound } from '../../domain/errors.ts';

/** Does work for a user that ends quietly when the user has been deleted meanwhile: the eraser takes what is here already. */
export async function unlessDeleted(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isUserNotFound(error)) throw error;
  }
}
