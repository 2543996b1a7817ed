import type { PartNeeds } from './parts.ts';
import type { Prefixes } from './prefix.ts';
import type { Table } from './table.ts';

/** Tables that belong to no area, because every area writes to them. */
export const tables = {
  usage: { holds: 'usage facts: who used which product on what area and day', streams: 'KEYS_ONLY' },
  requests: {
    holds:
      'answers to repeated requests, exact counters, ends of programs that read files of requests, consents of growers that are under way',
    expires: true,
    withoutEraser:
      'answers to repeated requests expire after 24 hours, ends of programs after ten minutes, consents a day after they are over; how far an erasure is goes with its second pass',
  },
} as const satisfies Record<string, Table>;

/** Prefixes that belong to no area, because several write below them. */
export const prefixes: Prefixes = {
  files: {
    'artefacts/': {
      holds: 'what is kept of a user: originals, shapes, outputs, images',
      // Usage facts take shapes along before they go.
      eraser: { of: 'user', after: ['usage'] },
    },
    'usage/': {
      holds: 'shapes of usage facts that outlive what they were measured of: of erased users and of satellite scenes',
      withoutEraser: 'holds shapes under pseudonyms or ids of scenes, until the contract ends',
    },
  },
};

/** Usage facts stay, under pseudonyms, with their shapes. */
export const erasing: PartNeeds = {
  tables: { usage: 'readWrite', fields: 'readWrite' },
  objects: { files: { 'usage/': 'readWrite' } },
};
