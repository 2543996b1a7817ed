import { GetQueueAttributesCommand, type SQSClient, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { offerAgain } from '../../adapters/aws/dynamodb/offer-again.ts';
import { awaitedTypes } from '../../functions/relaying/relay-event.ts';
import { type Command, CommandProblem } from './command.ts';
import { installationOptions, openInstallation } from './installation.ts';
import { dataDirVariable } from './state-options.ts';

export const redrive: Command = {
  usage: ['redrive <queue> [options]', 'redrive events [options]'],
  description: [
    "Moves the messages of a queue's dead-letter queue back to where they came from, to be tried again.",
    '<queue> is the worker queue or its dead-letter queue, with or without what all names begin with: boundary-conversions.',
    'events offers those events again that somebody waits for and that were never delivered.',
  ].join('\n'),
  options: installationOptions,
  variables: dataDirVariable,
  async run(invocation) {
    const [wanted, ...rest] = invocation.words;
    const { queueUrls, sqs, events, clock } = await openInstallation(invocation);
    const names = queueUrls.map(nameIn).filter((name) => !name.endsWith('-dead'));
    if (wanted === undefined || rest.length > 0)
      throw new CommandProblem(`name events, or one queue: ${names.join(', ')}`);
    if (wanted === 'events') {
      const offered = await offerAgain(events, awaitedTypes, clock);
      console.log(`offered ${offered} event${offered === 1 ? '' : 's'} again`);
      return 0;
    }
    const bare = wanted.replace(/-dead$/, '');
    const name = names.find((one) => one === bare || one.endsWith(`-${bare}`));
    const url = queueUrls.find((one) => nameIn(one) === name);
    if (!url) throw new CommandProblem(`there is no queue ${wanted}: choose one of ${names.join(', ')}`);
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: await deadLettersOf(sqs, url) }));
    console.log(`moving the dead letters of ${name} back to it`);
    return 0;
  },
};

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
