import { bundles } from './bundles.ts';
import { conversionToOgr2ogr } from './conversion-to-ogr2ogr.ts';
import { fairness } from './fairness.ts';
import { fieldFilters } from './field-filters.ts';
import { fieldIntersects } from './field-intersects.ts';
import { fieldPages } from './field-pages.ts';
import { fieldUnits } from './field-units.ts';
import { getUser } from './get-user.ts';
import { greedyOwners } from './greedy-owners.ts';
import { idleMemory } from './idle-memory.ts';
import { images } from './images.ts';
import { irrigation } from './irrigation.ts';
import { largeUpload } from './large-upload.ts';
import { machineFiles } from './machine-files.ts';
import { machineUploads } from './machine-uploads.ts';
import { overlay } from './overlay.ts';
import { ownerLists } from './owner-lists.ts';
import { pages } from './pages.ts';
import { prescriptions } from './prescriptions.ts';
import { queryAnswers } from './query-answers.ts';
import { queryCompile } from './query-compile.ts';
import { querySpatialJoins } from './query-places.ts';
import { queryPostGis } from './query-post-gis.ts';
import type { Benchmark } from './row.ts';
import { sceneLists } from './scene-lists.ts';
import { scenes } from './scenes.ts';
import { season } from './season/season.ts';
import { soil } from './soil.ts';
import { startUp } from './start-up.ts';
import { sync } from './sync.ts';
import { uploadFields } from './upload-fields.ts';
import { usage } from './usage.ts';
import { userPages } from './user-pages.ts';
import { weather } from './weather.ts';
import { webhooks } from './webhooks.ts';

/** All benchmarks, quick ones first. */
export const benchmarks: Benchmark[] = [
  bundles,
  queryCompile,
  overlay,
  startUp,
  idleMemory,
  getUser,
  fieldUnits,
  weather,
  uploadFields,
  machineUploads,
  soil,
  fairness,
  greedyOwners,
  webhooks,
  ownerLists,
  sync,
  usage,
  irrigation,
  pages,
  season,
  sceneLists,
  prescriptions,
  conversionToOgr2ogr,
  scenes,
  largeUpload,
  machineFiles,
  images,
  queryAnswers,
  queryPostGis,
  querySpatialJoins,
  fieldIntersects,
  userPages,
  fieldPages,
  fieldFilters,
];
