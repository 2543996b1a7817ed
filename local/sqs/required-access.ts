import { type Requires, WireError } from '../http/json-protocol.ts';
import type { Requirement } from '../iam/decide.ts';
import type { Refusal } from '../iam/guard.ts';
import { queueArn } from '../template/arns.ts';

/** Permissions that each call of SQS needs. Source: service authorization reference, "Actions, resources, and condition keys for Amazon SQS". */
export const sqsRequires = {
  SendMessage: onQueue('SendMessage'),
  SendMessageBatch: onQueue('SendMessage'),
  ReceiveMessage: onQueue('ReceiveMessage'),
  DeleteMessage: onQueue('DeleteMessage'),
  DeleteMessageBatch: onQueue('DeleteMessage'),
  ChangeMessageVisibility: onQueue('ChangeMessageVisibility'),
  ChangeMessageVisibilityBatch: onQueue('ChangeMessageVisibility'),
  CreateQueue: named('CreateQueue'),
  GetQueueUrl: named('GetQueueUrl'),
  ListQueues: () => [{ action: 'sqs:ListQueues', resource: '*' }],
  ListDeadLetterSourceQueues: onQueue('ListDeadLetterSourceQueues'),
  GetQueueAttributes: onQueue('GetQueueAttributes'),
  SetQueueAttributes: onQueue('SetQueueAttributes'),
  DeleteQueue: onQueue('DeleteQueue'),
  PurgeQueue: onQueue('PurgeQueue'),
  StartMessageMoveTask: ({ SourceArn, DestinationArn }) => [
    ...['StartMessageMoveTask', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((name) =>
      on(name, String(SourceArn)),
    ),
    ...(DestinationArn === undefined ? [] : [on('SendMessage', String(DestinationArn))]),
  ],
} satisfies Record<string, Requires>;

function onQueue(name: string): Requires {
  return ({ QueueUrl }) => [on(name, queueArn(String(QueueUrl).split('/').at(-1) ?? ''))];
}

function named(name: string): Requires {
  return ({ QueueName }) => [on(name, queueArn(String(QueueName)))];
}

const on = (name: string, resource: string): Requirement => ({ action: `sqs:${name}`, resource });

/** SQS's refusal, which is 403 where newer JSON services use 400. */
export function refuseSqs({ message, unknownKey }: Refusal): WireError {
  if (unknownKey) return new WireError('InvalidClientTokenId', message, { status: 403 });
  return new WireError('AccessDeniedException', message, { status: 403, queryCode: 'AccessDenied' });
}
