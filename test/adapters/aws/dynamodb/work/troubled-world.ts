import {
  type Attempt,
  noteWork,
  runExclusively,
  sendOverdue,
  workOff,
} from '../../../../../domain/work/coalesced-work.ts';
import { type Leases, SubjectGone, type WorkList } from '../../../../../domain/work/work-stores.ts';
import type { MovableClock } from '../../../../../local/clock.ts';

/** A note in these tests: the name of a record that has changed. */
export interface Named {
  name: string;
}

/** A consumer of the module under test, with the items that it keeps. */
export interface Consumer<Subject = unknown> {
  subject: Subject;
  leases: Leases<Subject>;
  /** The list of work; without one, a round looks at all records, and a note is the message alone. */
  list?: WorkList<Subject, Named>;
  /** Whether one message is sent for many notes; otherwise each change sends a message of its own. */
  isNoting?: true;
  /** Items of the subject's work that are left in the tables. */
  left(): Promise<unknown[]>;
  /** Deletes the subject and erases its items. */
  remove?(): Promise<void>;
}

/** A worker dies: nothing that it was about to do happens, and its delivery never ends. */
const forever = new Promise<never>(() => {});

/** Lifetime of a worker; its lease lasts a little longer, and its message returns a minute later. */
const livesMilliseconds = 300_000;
const leaseMilliseconds = livesMilliseconds + 5_000;
const visibilityMilliseconds = livesMilliseconds + 60_000;
const maxReceives = 20;

interface Delivered {
  id: string;
  receives: number;
  visibleAt: number;
}

/** A fault that hits the first worker. */
export interface Trouble {
  world: World;
  message: Delivered;
  die(): Promise<never>;
}

/**
 * A queue, a sweep and workers around one consumer. Records have versions, and workers have to publish the last version of each.
 */
export class World {
  readonly published = new Map<string, number>();
  /** Calls of the first worker, in order. */
  readonly steps: string[] = [];
  /** Number of times that two workers worked at once while both held their lease. */
  clashes = 0;
  rounds = 0;
  readonly #records = new Map<string, number>();
  readonly #queue: Delivered[] = [];
  readonly #dead: Delivered[] = [];
  /** The ends of the leases of running workers. */
  readonly #working = new Map<string, number>();
  #sent = 0;
  #trouble: { at: number; happens: (trouble: Trouble) => Promise<unknown> } | undefined;
  #first: string | undefined;

  readonly consumer: Consumer;
  readonly clock: MovableClock;

  constructor(consumer: Consumer, clock: MovableClock) {
    this.consumer = consumer;
    this.clock = clock;
  }

  /** Lets a fault hit the first worker at its n-th step. */
  trouble(at: number, happens: (trouble: Trouble) => Promise<unknown>): void {
    this.#trouble = { at, happens };
  }

  get troubleCame(): boolean {
    return this.#trouble === undefined;
  }

  /** Changes a record, as the handler of a message does: it is repeated when it fails. */
  async change(name: string): Promise<void> {
    this.#records.set(name, (this.#records.get(name) ?? 0) + 1);
    const { list, leases, isNoting, subject } = this.consumer;
    if (list && isNoting) {
      await noteWork({ list, leases, send: this.#send, clock: this.clock }, subject, [{ name }], 20);
    } else {
      await list?.note(subject, [{ name }]);
      await this.#send();
    }
  }

  /** Delivers all messages, advances the clock until there are none, and runs the sweep for overdue work. */
  async settle(): Promise<void> {
    for (let quiet = 0, turns = 0; quiet < 2; turns += 1) {
      if (turns > 200) throw new Error('the work never comes to its end');
      const next = this.#queue.toSorted((a, b) => a.visibleAt - b.visibleAt)[0];
      if (next) {
        this.clock.advance(Math.max(0, next.visibleAt - this.clock.now()));
        await this.deliver(next);
        quiet = 0;
      } else {
        this.clock.advance(visibilityMilliseconds);
        const { leases } = this.consumer;
        const sent = await sendOverdue({ leases, send: this.#send, clock: this.clock });
        quiet = sent > 0 ? 0 : quiet + 1;
      }
    }
  }

  /** Names of records whose last version was not published. */
  behind(): string[] {
    return [...this.#records].filter(([name, version]) => this.published.get(name) !== version).map(([name]) => name);
  }

  get deadLetters(): number {
    return this.#dead.length;
  }

  /** Delivers all waiting messages now, each to a worker of its own. */
  async deliverWaiting(): Promise<void> {
    for (const message of [...this.#queue]) if (message.visibleAt <= this.clock.now()) await this.deliver(message);
  }

  /** Makes delayed messages visible. */
  endDelays(): void {
    for (const message of this.#queue) if (message.receives === 0) message.visibleAt = this.clock.now();
  }

  /** One delivery of a message, until its worker has succeeded, failed or died. */
  async deliver(message: Delivered, holder = `${message.id}#${message.receives + 1}`): Promise<void> {
    message.receives += 1;
    message.visibleAt = this.clock.now() + visibilityMilliseconds;
    const isFirst = this.#first === undefined;
    this.#first ??= holder;
    let died: () => void = () => {};
    const death = new Promise<'died'>((resolve) => {
      died = () => resolve('died');
    });
    const die = (): Promise<never> => {
      this.#working.delete(holder);
      died();
      return forever;
    };
    const step = isFirst ? (name: string) => this.#step(name, message, die) : async () => {};
    const ended = await Promise.race([
      death,
      this.#work(holder, step).then(
        () => 'done' as const,
        () => 'failed' as const,
      ),
    ]);
    this.#working.delete(holder);
    const at = this.#queue.indexOf(message);
    if (ended === 'failed') message.visibleAt = this.clock.now() + 2_000;
    if (at < 0) return;
    if (ended === 'done') this.#queue.splice(at, 1);
    else if (message.receives >= maxReceives) this.#dead.push(...this.#queue.splice(at, 1));
  }

  readonly #send = async (_subject?: unknown, delaySeconds = 0): Promise<void> => {
    this.#sent += 1;
    this.#queue.push({ id: `m${this.#sent}`, receives: 0, visibleAt: this.clock.now() + delaySeconds * 1000 });
  };

  async #step(name: string, message: Delivered, die: () => Promise<never>): Promise<void> {
    this.steps.push(name);
    const trouble = this.#trouble;
    if (trouble?.at !== this.steps.length) return;
    this.#trouble = undefined;
    await trouble.happens({ world: this, message, die });
  }

  async #work(holder: string, step: (name: string) => Promise<void>): Promise<void> {
    const { subject } = this.consumer;
    const list = this.consumer.list && stepped(this.consumer.list, step);
    const given = stepped(this.consumer.leases, step);
    const leases: Pick<Leases<unknown>, 'take' | 'makeDue'> = {
      ...given,
      async take(...asked) {
        const lease = await given.take(...asked);
        return lease && stepped(lease, step);
      },
    };
    const ends = this.clock.now() + livesMilliseconds;
    const attempt: Attempt = {
      holder,
      leaseMilliseconds: () => ends - this.clock.now() + leaseMilliseconds - livesMilliseconds,
      hasTime: () => this.clock.now() < ends - 60_000,
    };
    const work = runExclusively(subject, attempt, leases, async () => {
      this.#enter(holder, this.clock.now() + attempt.leaseMilliseconds());
      try {
        if (list) return await workOff(list, subject, attempt, 2, (noted) => this.#publish(noted, step));
        await this.#publish(
          [...this.#records.keys()].map((name) => ({ name })),
          step,
        );
        return true;
      } finally {
        this.#working.delete(holder);
      }
    });
    await work.catch((error: unknown) => {
      if (!(error instanceof SubjectGone)) throw error;
    });
  }

  #enter(holder: string, leaseEnds: number): void {
    this.rounds += 1;
    if ([...this.#working.values()].some((ends) => ends > this.clock.now())) this.clashes += 1;
    this.#working.set(holder, leaseEnds);
  }

  /** Publishes records as they are, unless another worker has published them since: the work that the module runs. */
  async #publish(noted: readonly Named[], step: (name: string) => Promise<void>): Promise<undefined> {
    const read = noted.map(({ name }) => ({
      name,
      version: this.#records.get(name) ?? 0,
      before: this.published.get(name),
    }));
    await step('publish');
    for (const { name, version, before } of read) {
      if (this.published.get(name) !== before) throw new Error(`another worker has published ${name} meanwhile`);
      this.published.set(name, version);
    }
    await step('published');
  }
}

/** The calls of a port, with a step before and after each. */
function stepped<Port extends object>(port: Port, step: (name: string) => Promise<void>): Port {
  const entries = Object.entries(port).map(([name, call]) => [
    name,
    async (...given: unknown[]) => {
      await step(`before ${name}`);
      const answer = await call(...given);
      await step(`after ${name}`);
      return answer;
    },
  ]);
  return Object.fromEntries(entries);
}
