import * as z from 'zod';
import { operation } from '../../http/json-protocol.ts';
import type { MoveTask } from '../records.ts';
import { type Core, durable } from './core.ts';

const startInput = z.object({
  SourceArn: z.string(),
  DestinationArn: z.string().optional(),
  MaxNumberOfMessagesPerSecond: z.number().int().min(1).max(500).optional(),
});
const listInput = z.object({ SourceArn: z.string(), MaxResults: z.number().int().min(1).max(10).default(1) });

/** The operations that move messages of a dead-letter queue back. */
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
    ListMessageMoveTasks: operation(listInput, ({ SourceArn, MaxResults }) => ({
      Results: mover.list(SourceArn).slice(0, MaxResults).map(onTheWire),
    })),
    CancelMessageMoveTask: durable(core, z.object({ TaskHandle: z.string() }), ({ TaskHandle }) => ({
      ApproximateNumberOfMessagesMoved: mover.cancel(TaskHandle).moved,
    })),
  };
}

function onTheWire(task: MoveTask) {
  return {
    TaskHandle: task.status === 'RUNNING' ? task.handle : undefined,
    Status: task.status,
    SourceArn: task.sourceArn,
    DestinationArn: task.destinationArn,
    MaxNumberOfMessagesPerSecond: task.messagesPerSecond,
    ApproximateNumberOfMessagesMoved: task.moved,
    ApproximateNumberOfMessagesToMove: task.toMove,
    FailureReason: task.failureReason,
    StartedTimestamp: task.startedAt,
  };
}
