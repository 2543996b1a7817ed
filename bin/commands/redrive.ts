import { GetQueueAttributesCommand, type SQSClient, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { offerAgain } from '../../adapters/aws/dynamodb/events/offer-again.ts';
import { messageQueue } from '../../adapters/aws/sqs/message-queue.ts';
import type { MessageQueue } from '../../domain/events/message-queue.ts';
import type { CountMessage } from '../../functions/jobs/count-usage/messages.ts';
import { awaitedTypes } from '../../functions/jobs/relay-events/relay-event.ts';
import { type Command, CommandProblem } from './command.ts';
import { countUsageAnew } from './count-usage-anew.ts';
import { type Installation, installationOptions, openInstallation } from './installation.ts';
import { dataDirVariable } from './state-options.ts';
import { writeTablesAnew } from './write-tables-anew.ts';

export const redrive: Command = {
  usage: [
    'redrive <queue> [options]',
    'redrive events [options]',
    'redrive tables [options]',
    'redrive usage [options]',
  ],
  description: [
    "Moves the messages of a queue's dead-letter queue back to where they came from, to be tried again.",
    '<queue> is a worker queue or its dead-letter queue, with or without the common prefix of names: boundary-conversions.',
    'tables rewrites the tables that queries read, from the fields, operations and files of all users.',
    'usage counts the usage facts and fields of all users anew.',
    'events publishes again the events with subscribers that were never delivered.',
  ].join('\n'),
  options: installationOptions,
  variables: dataDirVariable,
  async run(invocation) {
    const [wanted, ...rest] = invocation.words;
    const installation = await openInstallation(invocation);
    const { queueUrls, sqs, events, clock } = installation;
    const names = queueUrls.map(nameIn).filter((name) => !name.endsWith('-dead'));
    if (wanted === undefined || rest.length > 0)
      throw new CommandProblem(`name events, tables, usage, or one queue: ${names.join(', ')}`);
    if (wanted === 'events') {
      const offered = await offerAgain(events, awaitedTypes, clock);
      console.log(`publishing ${offered} event${offered === 1 ? '' : 's'} again`);
      return 0;
    }
    if (wanted === 'tables') return redriveTables(installation);
    if (wanted === 'usage') return redriveUsage(installation);
    const bare = wanted.replace(/-dead$/, '');
    const name = names.find((one) => one === bare || one.endsWith(`-${bare}`));
    const url = queueUrls.find((one) => nameIn(one) === name);
    if (!url) throw new CommandProblem(`there is no queue ${wanted}: choose one of ${names.join(', ')}`);
    await sqs.send(new StartMessageMoveTaskCommand(await moveOf(sqs, url)));
    console.log(`moving the dead letters of ${name} back to it`);
    return 0;
  },
};

async function redriveTables({ queueUrls, sqs, ...installation }: Installation): Promise<number> {
  const count = await writeTablesAnew({ ...installation, queue: queueOf('table-writes', { queueUrls, sqs }) });
  console.log(`rewriting the rows of ${count} user${count === 1 ? '' : 's'}`);
  return 0;
}

async function redriveUsage({ queueUrls, sqs, ...installation }: Installation): Promise<number> {
  const queue = queueOf<CountMessage>('usage-counts', { queueUrls, sqs });
  const count = await countUsageAnew({ ...installation, queue });
  console.log(`counting ${count} usage fact${count === 1 ? '' : 's'} and fields`);
  return 0;
}

function queueOf<Message extends object>(
  name: string,
  { queueUrls, sqs }: Pick<Installation, 'queueUrls' | 'sqs'>,
): MessageQueue<Message> {
  const url = queueUrls.find((one) => nameIn(one).endsWith(`-${name}`));
  if (!url) throw new CommandProblem(`there is no queue ${name}`);
  return messageQueue(url, sqs);
}

function nameIn(queueUrl: string): string {
  return queueUrl.slice(queueUrl.lastIndexOf('/') + 1);
}

/** Moves a queue's dead letters back to it. The destination is explicit, since SQS does not know the source of dead letters that a worker has sent. */
async function moveOf(sqs: SQSClient, QueueUrl: string): Promise<{ SourceArn: string; DestinationArn: string }> {
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['RedrivePolicy', 'QueueArn'] });
  const { RedrivePolicy: policy, QueueArn: DestinationArn } = (await sqs.send(command)).Attributes ?? {};
  if (!policy || !DestinationArn) throw new CommandProblem(`${nameIn(QueueUrl)} has no dead-letter queue`);
  return { SourceArn: (JSON.parse(policy) as { deadLetterTargetArn: string }).deadLetterTargetArn, DestinationArn };
}
