import * as z from 'zod';

/** A process that was begun and is to be worked on. */
export const sceneMessage = z.object({ ownerId: z.string(), fieldId: z.string(), processId: z.string() });

export type SceneMessage = z.infer<typeof sceneMessage>;
