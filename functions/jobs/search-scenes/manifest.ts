import { collectionsOf } from '../../../domain/satellite/scenes/collections.ts';
import { type Job, receives } from '../../manifest/job.ts';
import type { Setting } from '../../manifest/manifest.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';

export const job = {
  queue: 'scene-searches',
  batchSize: 1,
  concurrency: 5,
  one: { item: 'a search in a square degree', seconds: 2 },
  receives,
  topic: {
    context: 'scenesTopic',
    publishes: 'Items of STAC',
    subscription: 'ScenesSubscription',
    // The topic of Earth Search announces Items of all its collections, radar and Landsat included.
    filter: ({ SCENES_SOURCE = '' }) => ({ collection: collectionsOf(SCENES_SOURCE) }),
  },
  deadLetterHurts: 'New satellite scenes of some square degrees are found hours late.',
  oldestMinutes: 60,
  waitingHurts: 'Fields that were registered more than an hour ago have no images yet.',
  chain: {
    maxMessages: 2,
    why: 'A message of a new field, or of a scene that was published, leads to one for each of its cells, and these lead to none.',
  },
} as const satisfies Job;

export const needs: FunctionNeeds = {
  purpose: 'Finds satellite scenes of registered fields.',
  memoryMegabytes: 1024,
  timeoutSeconds: 600,
  tables: { satellite: 'readWrite' },
  // Its store of processes takes both; process-scenes ends processes with images.
  publishes: [],
  usage: [],
  sends: ['process-scenes', 'search-scenes', 'follow-planet'],
  settings: ['SCENES_URL', 'SCENES_SOURCE'],
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = {
  tables: { satellite: 'readWrite' },
  publishes: [],
  usage: [],
  sends: ['search-scenes', 'process-scenes', 'follow-planet'],
};

export const settings = {
  SCENES_URL: {
    context: 'scenesUrl',
    otherwise: 'https://earth-search.aws.element84.com/v1',
    means: 'the catalogue of satellite scenes, a STAC API',
  },
  SCENES_SOURCE: {
    context: 'scenesSource',
    otherwise: 'earth-search',
    means:
      'what the catalogue is: `earth-search`, `planetary-computer` (https://planetarycomputer.microsoft.com/api/stac/v1), or the name of another with the wire of Earth Search; `stand-in` marks scenes as made up',
  },
  SCENES_HOSTS: {
    context: 'scenesHosts',
    otherwise:
      'e84-earth-search-sentinel-data.s3.us-west-2.amazonaws.com,sentinel-cogs.s3.us-west-2.amazonaws.com,sentinel2l2a01.blob.core.windows.net',
    means: 'the only hosts from which files of scenes are fetched, with commas between them',
  },
} as const satisfies Record<string, Setting>;
