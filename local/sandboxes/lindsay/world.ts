import * as z from 'zod';
import { seededIds } from '../world/seeded.ts';

const id = z.string().min(1).max(200);

/** A row of a controller's history: it holds from its time to that of the next one. */
export const historyRowSchema = z.strictObject({
  timestamp: z.iso.datetime(),
  status: z.string().default('running'),
  direction: z.enum(['forward', 'reverse', 'stopped']).default('forward'),
  is_irrigating: z.boolean(),
  is_moving: z.boolean(),
  plan: z.string().nullable().default(null),
  /** Degrees clockwise from north; a counter that goes on above 360 is as good. */
  position: z.number(),
  pressure: z.number().nullable().default(null),
  /** The water of one pass, in metres. */
  depth: z.number().nonnegative().nullable(),
  /** Of the full speed, from 0 to 1. */
  rate: z.number().min(0).max(1),
});

export type HistoryRow = z.infer<typeof historyRowSchema>;

/** Members of the objects of the world, in which the control adds and changes them. */
export const collections = {
  organizations: z.strictObject({ id, name: z.string() }),
  systems: z.strictObject({
    id,
    name: z.string(),
    type: z.enum(['pivot', 'lateral']).default('pivot'),
    subtype: z.string().default('standard'),
    longitude: z.number().min(-180).max(180),
    latitude: z.number().min(-90).max(90),
    /** Metres: of the machine, and to the end of its water. */
    length: z.number().positive(),
    wetLength: z.number().positive(),
    /** Seconds of one turn at full speed. */
    turnSeconds: z.number().positive(),
    /** A panel whose flow is not set up knows passes, and no applied water. */
    hasFlow: z.boolean().default(true),
    /** Answered in place of the wedges that follow from the history, such as those of a corner arm or of an end gun. */
    wedges: z
      .array(z.strictObject({ depth: z.number(), 'degree-count': z.number().optional(), geometry: z.looseObject({}) }))
      .optional(),
  }),
} as const;

export type System = z.infer<(typeof collections)['systems']>;

/** What a list is in: a member of an object, or nothing. The systems of the provider are a FeatureCollection. */
export const envelopes = ['features', 'items', 'data', 'value', 'results', 'none'] as const;
export type Envelope = (typeof envelopes)[number];

export const rights = [
  ...['organization-view', 'equipment-monitor', 'equipment-report'],
  ...['advisor-report', 'advisor-weather'],
] as const;
export type Right = (typeof rights)[number];

export interface FieldNetWorld {
  organizations: Map<string, z.infer<(typeof collections)['organizations']>>;
  systems: Map<string, System>;
  /** Rows by system, in the order of time. */
  history: Map<string, HistoryRow[]>;
  rights: Set<Right>;
  /** What the lists of controllers, rights, organizations and rows of a history are in. */
  envelope: Envelope;
}

const day = 86_400_000;

/** The world before anybody changes it: two pivots on the farm of all sandboxes, one of which waters half of its circle, to and fro. */
export function firstWorld(seed: string, now: number): FieldNetWorld {
  const { uuid } = seededIds(seed);
  const organization = { id: uuid('organization at FieldNET'), name: 'Sandbox Irrigation' };
  const own = { type: 'pivot', subtype: 'standard', hasFlow: true } as const;
  const round: System = {
    ...{ ...own, id: uuid('pivot 1'), name: 'North pivot', longitude: -93.15252, latitude: 41.66782 },
    ...{ length: 172, wetLength: 180, turnSeconds: 12 * 3600 },
  };
  const half: System = {
    ...{ ...own, id: uuid('pivot 2'), name: 'West pivot', longitude: -93.48711, latitude: 41.76602 },
    ...{ length: 190, wetLength: 200, turnSeconds: 10 * 3600 },
  };
  // Midnight of ten days ago, so that the same day has the same world.
  const first = Math.floor(now / day) * day - 10 * day;
  return {
    organizations: new Map([[organization.id, organization]]),
    systems: new Map([round, half].map((system) => [system.id, system])),
    history: new Map([
      [round.id, turns(first, now)],
      [half.id, toAndFro(first, now)],
    ]),
    rights: new Set(rights),
    envelope: 'items',
  };
}

const stopped = { status: 'stopped', direction: 'stopped', is_irrigating: false, is_moving: false } as const;
const common = { plan: null, pressure: 2.1 };

/** A turn of 24 hours at half speed from 14:00 of every third day, over midnight. */
function turns(first: number, now: number): HistoryRow[] {
  const rows: HistoryRow[] = [];
  for (let at = first + 14 * 3_600_000; at + day <= now; at += 3 * day) {
    const running = { status: 'running', direction: 'forward', is_irrigating: true, is_moving: true } as const;
    rows.push(
      { ...common, ...running, timestamp: iso(at), position: 30, depth: 0.012, rate: 0.5 },
      { ...common, ...stopped, timestamp: iso(at + day), position: 30, depth: null, rate: 0 },
    );
  }
  return rows;
}

/** From 90 to 270 degrees and back within a day, every other day: five hours each way at full speed. */
function toAndFro(first: number, now: number): HistoryRow[] {
  const rows: HistoryRow[] = [];
  const hour = 3_600_000;
  for (let at = first + 12 * hour; at + 10 * hour <= now; at += 2 * day) {
    const wet = { status: 'running', is_irrigating: true, is_moving: true, depth: 0.006, rate: 1 } as const;
    rows.push(
      { ...common, ...wet, direction: 'forward', timestamp: iso(at), position: 90 },
      { ...common, ...wet, direction: 'reverse', timestamp: iso(at + 5 * hour), position: 270 },
      { ...common, ...stopped, timestamp: iso(at + 10 * hour), position: 90, depth: null, rate: 0 },
    );
  }
  return rows;
}

const iso = (at: number) => new Date(at).toISOString();
