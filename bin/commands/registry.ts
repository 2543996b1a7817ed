import type { Command } from './command.ts';

interface Registered {
  /** One line for the list of commands. */
  summary: string;
  load(): Promise<Command>;
}

/** Every command of `furrow`. Each is loaded only when it is used. */
export const commands: Record<string, Registered> = {
  start: {
    summary: 'run all of Furrow on this machine',
    load: async () => (await import('./start.ts')).start,
  },
  demo: {
    summary: 'try a running Furrow: sign in, upload a harvest, save its yield map',
    load: async () => (await import('./welcome/demo.ts')).demo,
  },
  smoke: {
    summary: 'try an installation through its API: upload, conversion, SQL, export, sync, erasure',
    load: async () => (await import('./smoke/smoke.ts')).smoke,
  },
  reset: {
    summary: 'delete all state of the embedded cloud',
    load: async () => (await import('./reset.ts')).reset,
  },
  restore: {
    summary: 'return tables and files to an earlier point in time',
    load: async () => (await import('./restoring/restore.ts')).restore,
  },
  'sam-env': {
    summary: 'write the files with which SAM runs single functions against the embedded cloud',
    load: async () => (await import('./single-functions/sam-env.ts')).samEnv,
  },
  invoke: {
    summary: 'run one function with an event, as Lambda would',
    load: async () => (await import('./single-functions/invoke.ts')).invoke,
  },
  redrive: {
    summary: 'retry dead letters and undelivered events, or rebuild the tables of queries and usage reports',
    load: async () => (await import('./redrive.ts')).redrive,
  },
  preflight: {
    summary: 'look whether an AWS account can take a deployment',
    load: async () => (await import('./deployment/preflight.ts')).preflight,
  },
  protect: {
    summary: 'protect a deployment in AWS that has succeeded from deletion',
    load: async () => (await import('./deployment/protect.ts')).protect,
  },
  'rollback-check': {
    summary: 'say whether a deployment in AWS can go back to an earlier release',
    load: async () => (await import('./deployment/rollback-check.ts')).rollbackCheck,
  },
  load: {
    summary: 'load soil polygons or counties into a table that every owner can query',
    load: async () => (await import('./load.ts')).load,
  },
  owner: {
    summary: 'create and change the accounts that call the API',
    load: async () => (await import('./access/owner.ts')).owner,
  },
  client: {
    summary: 'create, change and delete OAuth clients',
    load: async () => (await import('./access/client.ts')).client,
  },
  keys: {
    summary: 'list and rotate the keys that sign tokens',
    load: async () => (await import('./access/keys.ts')).keys,
  },
};
