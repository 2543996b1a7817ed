import type { Command } from './command.ts';

interface Registered {
  /** One line for the list of commands. */
  summary: string;
  load(): Promise<Command>;
}

/** Every command of `furrow`. Each is loaded only when it is used. */
export const commands: Record<string, Registered> = {
  start: {
    summary: 'run the whole of Furrow on this machine',
    load: async () => (await import('./start.ts')).start,
  },
  reset: {
    summary: 'delete everything that the embedded cloud keeps',
    load: async () => (await import('./reset.ts')).reset,
  },
  restore: {
    summary: 'give tables and files what they held at a moment',
    load: async () => (await import('./restore.ts')).restore,
  },
  'sam-env': {
    summary: 'write the --env-vars file with which SAM runs functions against the embedded cloud',
    load: async () => (await import('./sam-env.ts')).samEnv,
  },
  redrive: {
    summary: "move a dead-letter queue's messages back to where they came from",
    load: async () => (await import('./redrive.ts')).redrive,
  },
  index: {
    summary: 'count and index what owners have from before lists needed it',
    load: async () => (await import('./index-records.ts')).indexRecords,
  },
  load: {
    summary: 'load soil polygons or counties into a table that every owner can query',
    load: async () => (await import('./load.ts')).load,
  },
  owner: {
    summary: 'make and change the accounts that call the API',
    load: async () => (await import('./owner.ts')).owner,
  },
  client: {
    summary: 'make, change and delete OAuth clients',
    load: async () => (await import('./client.ts')).client,
  },
  keys: {
    summary: 'list and rotate the keys that sign tokens',
    load: async () => (await import('./keys.ts')).keys,
  },
};
