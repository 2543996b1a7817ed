import { launcher } from '../../manifest/beside.ts';
import { type Job, receives } from '../../manifest/job.ts';
import { type FunctionNeeds, maxMemoryMegabytes } from '../../manifest/needs.ts';
import type { Prefixes } from '../../manifest/prefix.ts';

export const job = {
  queue: 'scene-processes',
  // A contained process has the whole memory for one scene.
  batchSize: 1,
  concurrency: 10,
  one: { item: 'a scene over one field', seconds: 6 },
  places: 'files',
  receives,
  deadLetterHurts: 'A scene of a field failed for a reason that is not its own.',
  oldestMinutes: 120,
  waitingHurts: 'Fields wait more than two hours for images of scenes that were found.',
} as const satisfies Job;

export const needs: FunctionNeeds = {
  purpose: 'Makes images of scenes over fields.',
  memoryMegabytes: maxMemoryMegabytes,
  // A worker goes on with scenes that wait for three minutes, and the last one may take five more.
  timeoutSeconds: 600,
  // Files of Planet orders are downloaded whole.
  diskMegabytes: 3_072,
  tables: { satellite: 'readWrite' },
  publishes: ['newSatelliteImage'],
  usage: ['satelliteProcessSentinel', 'satelliteProcessPlanet'],
  objects: { files: { 'satellite/': 'readWrite', 'satellite-blocks/': 'readWrite', 'usage/': 'readWrite' } },
  // The layer has the sandbox of the processes in which files are read.
  layers: ['duckdb'],
  settings: ['SCENES_URL', 'SCENES_SOURCE', 'SCENES_HOSTS', 'PLANET_HOSTS'],
  programs: { ...launcher, 'read-scenes': 'functions/jobs/process-scenes/read-scenes.ts' },
};

export const prefixes: Prefixes = {
  files: {
    'satellite-blocks/': {
      holds: 'blocks of the files of satellite scenes, for all owners, for some days',
      expireDays: 5,
      withoutEraser: 'holds what anybody may fetch, and nothing of whose fields lie there',
    },
  },
};
