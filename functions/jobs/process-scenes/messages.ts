import * as z from 'zod';

/** A process that is STARTED and whose images are to be made. */
export const sceneMessage = z.object({ ownerId: z.string(), fieldId: z.string(), processId: z.string() });

/** Work that waits for a slot of its owner, named by its process. */
export function workOf(message: SceneMessage) {
  return { ownerId: message.ownerId, id: message.processId, message };
}

export type SceneMessage = z.infer<typeof sceneMessage>;
