import * as z from 'zod';
import { type Core, durable } from './core.ts';

const startInput = z.object({
  SourceArn: z.string(),
  DestinationArn: z.string().optional(),
  MaxNumberOfMessagesPerSecond: z.number().int().min(1).max(500).optional(),
});

/** The operation that moves messages of a dead-letter queue back. */
export function moveTaskOperations(core: Core) {
  const { mover } = core;
  return {
    StartMessageMoveTask: durable(core, startInput, (input) => {
      const task = mover.start({
        sourceArn: input.SourceArn,
        ...(input.DestinationArn && { destinationArn: input.DestinationArn }),
        ...(input.MaxNumberOfMessagesPerSecond && { messagesPerSecond: input.MaxNumberOfMessagesPerSecond }),
      });
      return { TaskHandle: task.handle };
    }),
  };
}
