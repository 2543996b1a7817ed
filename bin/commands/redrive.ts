import { GetQueueAttributesCommand, type SQSClient, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { offerAgain } from '../../adapters/aws/dynamodb/offer-again.ts';
import { messageQueue } from '../../adapters/aws/sqs/send-message.ts';
import { awaitedTypes } from '../../functions/relaying/relay-event.ts';
import { type Command, CommandProblem } from './command.ts';
import { type Installation, installationOptions, openInstallation } from './installation.ts';
import { dataDirVariable } from './state-options.ts';
import { writeTablesAnew } from './write-tables-anew.ts';

export const redrive: Command = {
  usage: ['redrive <queue> [options]', 'redrive events [options]', 'redrive tables [options]'],
  description: [
    "Moves the messages of a queue's dead-letter queue back to where they came from, to be tried again.",
    '<queue> is the worker queue or its dead-letter queue, with or without what all names begin with: boundary-conversions.',
    'tables has the fields, operations and files of all users written anew into the tables of queries.',
    'events offers those events again that somebody waits for and that were never delivered.',
  ].join('\n'),
  options: installationOptions,
  variables: dataDirVariable,
  async run(invocation) {
    const [wanted, ...rest] = invocation.words;
    const installation = await openInstallation(invocation);
    const { queueUrls, sqs, events, clock } = installation;
    const names = queueUrls.map(nameIn).filter((name) => !name.endsWith('-dead'));
    if (wanted === undefined || rest.length > 0)
      throw new CommandProblem(`name events, tables, or one queue: ${names.join(', ')}`);
    if (wanted === 'events') {
      const offered = await offerAgain(events, awaitedTypes, clock);
      console.log(`offered ${offered} event${offered === 1 ? '' : 's'} again`);
      return 0;
    }
    if (wanted === 'tables') return redriveTables(installation);
    const bare = wanted.replace(/-dead$/, '');
    const name = names.find((one) => one === bare || one.endsWith(`-${bare}`));
    const url = queueUrls.find((one) => nameIn(one) === name);
    if (!url) throw new CommandProblem(`there is no queue ${wanted}: choose one of ${names.join(', ')}`);
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: await deadLettersOf(sqs, url) }));
    console.log(`moving the dead letters of ${name} back to it`);
    return 0;
  },
};

async function redriveTables({ queueUrls, sqs, ...installation }: Installation): Promise<number> {
  const url = queueUrls.find((one) => nameIn(one).endsWith('-table-writes'));
  if (!url) throw new CommandProblem('there is no queue table-writes');
  const count = await writeTablesAnew({ ...installation, queue: messageQueue(url, sqs) });
  console.log(`the rows of ${count} user${count === 1 ? ' are' : 's are'} written anew`);
  return 0;
}

function nameIn(queueUrl: string): string {
  return queueUrl.slice(queueUrl.lastIndexOf('/') + 1);
}

/** The ARN of the queue where a queue's dead letters lie. */
async function deadLettersOf(sqs: SQSClient, QueueUrl: string): Promise<string> {
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['RedrivePolicy'] });
  const policy = (await sqs.send(command)).Attributes?.RedrivePolicy;
  if (!policy) throw new CommandProblem(`${nameIn(QueueUrl)} has no dead-letter queue`);
  return (JSON.parse(policy) as { deadLetterTargetArn: string }).deadLetterTargetArn;
}
