import { type Job, receives } from '../../manifest/job.ts';
import type { Setting } from '../../manifest/manifest.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';

export const job = {
  queue: 'planet-orders',
  batchSize: 1,
  concurrency: 5,
  one: { item: 'a search, or a look at an order', seconds: 2 },
  receives,
  deadLetterHurts: 'New scenes of Planet of a field are found or ordered hours late.',
  oldestMinutes: 120,
  waitingHurts: 'Fields wait more than two hours for scenes of Planet that are there.',
  chain: {
    maxMessages: 120,
    why: 'A search leads to one message for each new scene, and that to one for each look at its order, up to a quarter of an hour apart and for a day at most; the sweep alone would look once a minute at all orders or hours late at each.',
  },
} as const satisfies Job;

export const needs: FunctionNeeds = {
  purpose: 'Finds and orders scenes of Planet for fields.',
  memoryMegabytes: 512,
  timeoutSeconds: 300,
  tables: { satellite: 'readWrite' },
  // Its store of processes takes the usage facts; process-scenes writes them.
  publishes: ['satelliteSubscriptionFailed'],
  usage: [],
  secrets: true,
  sends: ['follow-planet', 'process-scenes'],
  settings: ['PLANET_URL', 'PLANET_SOURCE'],
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = { tables: { satellite: 'readWrite' }, sends: ['follow-planet'] };

export const settings = {
  PLANET_URL: {
    context: 'planetUrl',
    otherwise: 'https://api.planet.com',
    means: 'where Planet is asked, with the API keys of owners',
  },
  PLANET_SOURCE: {
    context: 'planetSource',
    otherwise: 'planet',
    means: 'names the upstream of scenes of Planet; `stand-in` marks them as made up',
  },
  PLANET_HOSTS: {
    context: 'planetHosts',
    otherwise: 'api.planet.com,storage.googleapis.com',
    means: 'the only hosts from which files that Planet delivers are fetched, with commas between them',
  },
} as const satisfies Record<string, Setting>;
