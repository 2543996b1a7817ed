import type { FarmEvent } from '../../domain/events/event.ts';

/** Work that waits in a queue for a worker of the same name. */
export interface Job {
  /** Name of the queue; its dead letters are in `<queue>-dead`. */
  queue: string;
  /** Messages that a worker takes at once. */
  batchSize: number;
  /** Workers that run at once, at most, in an account with the usual concurrency; 2 is the least that an event source accepts. */
  concurrency: number;
  /**
   * One item of its work and the seconds that a worker takes for it, by which `docs/cost.md` says what workers do in a day. Measured ones are of a laptop with two
   * processors; a function has about as much at 1,769 MB and more.
   */
  one: { item: string; seconds: number; isMeasured?: true };
  /** All but two of its workers have places that all owners share, by files (`functions/queue/within-slots.ts`) or by queries. */
  places?: 'files' | 'queries';
  /** Times that a message is tried before it becomes a dead letter. */
  receives: number;
  /** The bucket's keys whose arrival is a message of the queue. */
  arrivals?: { bucket: 'files' | 'lake'; prefix: string };
  /** A topic whose messages come into the queue as they were published. */
  topic?: Topic;
  /** The harm that a dead letter does to users, as a sentence. */
  deadLetterHurts: string;
  /** Messages older than this mean that users wait too long. */
  oldestMinutes: number;
  waitingHurts: string;
  /** How far the worker goes by messages to its own queue, if it sends any. */
  chain?: Chain;
}

/** A job whose queue gets messages of events. @typeParam Message what its worker reads. */
export interface FollowingJob<Message extends object> extends Job {
  follows: Subscription<Message>;
}

/** An SNS topic of another account, to which the queue is subscribed if the operator gives its ARN. */
export interface Topic {
  /** How its ARN is given: `-c scenesTopic=arn:…`. */
  context: string;
  /** Its results, as part of a sentence of the dashboard. */
  publishes: string;
  /** The subscription's id in the template. */
  subscription: string;
  /** By message attribute, the values of which a message has to have one. */
  filter(settings: Readonly<Record<string, string>>): Record<string, readonly string[]>;
}

/** Messages of a worker to itself, each of which leads to the next. */
export interface Chain {
  /**
   * The maximum number of consecutive messages, including the first. Lambda stops a function after about 16, unless this is more: then it lets it
   * go on (`RecursiveLoop: Allow`), and the worker stops the chain itself after so many.
   */
  maxMessages: number;
  /** Why it ends there, and why the sweep does not send instead where it is long. */
  why: string;
}

/** Events that become messages of a job's queue. Delivery is at least once, and in no order. */
export interface Subscription<Message extends object> {
  /** Stored with events that the queue has, so it stays as it is. */
  name: string;
  types: readonly string[];
  /** Only events of which a webhook of the owner gets to know. */
  listened?: true;
  /** Its second argument is the webhook that listens to the event, for a subscription to events that are listened to. */
  readonly message: (event: FarmEvent, webhookId?: string) => Message;
}

/**
 * Of foreign files, workers count the attempts themselves, and stop earlier. What is left for this count are errors of our own and of the
 * services around: with waits of up to a minute, twenty receives outlast an outage of a quarter of an hour.
 */
export const receives = 20;

/** The queue of a job's dead letters, by its name without the environment. */
export function deadLettersOf({ queue }: Pick<Job, 'queue'>): string {
  return `${queue}-dead`;
}

/** The environment variable with the URL of a job's dead-letter queue: `CONVERT_BOUNDARIES_DEAD_LETTERS_URL`. */
export function deadLettersVariable(job: string): string {
  return queueVariable(job).replace('QUEUE', 'DEAD_LETTERS');
}

/** The environment variable of senders with the URL of the queue: `CONVERT_BOUNDARIES_QUEUE_URL`. */
export function queueVariable(job: string): string {
  return `${job.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`;
}
