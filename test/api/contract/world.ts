import type { SomeSettings } from '../../../domain/configuration/configuration.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { providers } from '../../../domain/providers/providers.ts';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { freshFailedCall } from '../alerts/failed-call.ts';
import { register, startListener, webhooksPath } from '../alerts/listener.ts';
import { freshMachine, pooledAsset } from '../assets/asset.ts';
import { idle } from '../cloud.ts';
import { freshCredential } from '../credentials/credential.ts';
import { freshFarm } from '../farms/farm.ts';
import { freshGrower } from '../growers/grower.ts';
import { storedWater } from '../irrigation/water.ts';
import { freshApiKey } from '../keys/api-key.ts';
import { everyAppKey } from '../keys/app-key.ts';
import { freshLink, linkTypes } from '../links/link.ts';
import { operationsService, processed } from '../machine-files/batch.ts';
import { freshOrganization } from '../organizations/organization.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { storedSending } from '../prescriptions/stored-sending.ts';
import { endedQuery } from '../query/query.ts';
import { freshProcess } from '../satellite/process.ts';
import { freshPlanetField } from '../satellite/satellite.ts';
import { freshSeason } from '../seasons/season.ts';
import { locatedReport, readSoil } from '../soil/soil.ts';
import { connect } from '../sync/connected-user.ts';
import { converted, uploadService } from '../uploads/upload.ts';
import { freshContract } from '../usage/usage.ts';
import { freshUser } from '../users/user.ts';
import { freshZone } from '../zones/zone.ts';

/** An id of the right form that nothing has. */
export const nobodys = '01890a5d-ac96-774b-bcce-b302099a8057';

/** An owner with one of everything. */
export interface World {
  owner: TestOwner;
  /** Ids by the name of a path, query or body member, with its area or the segment before it where the name alone is ambiguous. */
  ids: Record<string, string>;
}

/** Settings under which machine files have every possible output. */
const everyOutput: SomeSettings = {
  fieldsAutoMerge: true,
  enableGeoparquetOutput: true,
  enablePolygonOutput: true,
  operationsImageCreation: true,
  operationsImageAsGeoTiff: true,
  operationsImageAttributeCreation: { harvested: { speed: true } },
  enableOutsideFieldGeojson: true,
};

/**
 * Makes an owner, or a user of the one that is given, with one of everything that a path of the API can name.
 *
 * @param settings of the user: outputs that a test does not ask for need not be made.
 */
export async function freshWorld(given?: TestOwner, settings = everyOutput): Promise<World> {
  const owner = given ?? (await freshOwner());
  const { id: svcUserId } = await freshUser(owner);
  const { upload, entries } = await converted(owner, svcUserId, 'sample.zip', sampleFieldsZip());
  const fieldId = entries[0]?.fieldId[0] ?? '';
  const path = `/services/fields/api/users/${svcUserId}/fields/${fieldId}`;
  const { body: field } = await owner.get<Field>(path);
  await configure(owner, svcUserId, settings);
  const corner = cornerOf(field);
  const harvest = zipOf({
    'north.csv': harvestCsv({ passes: 1, ...corner }),
    'south.csv': harvestCsv({ passes: 2, days: 1, ...corner }),
  });
  const sent = await processed(owner, svcUserId, 'sample.zip', harvest);
  const grower = await freshGrower(owner, svcUserId);
  const farm = await freshFarm(owner, svcUserId);
  await connect(owner, svcUserId, 'ClimateFieldView');
  for (const { key } of providers) await freshCredential(owner, svcUserId, key);
  await idle();
  return {
    owner,
    ids: {
      'users.id': svcUserId,
      'growers.id': String(grower.id),
      'farms.id': String(farm.id),
      'fields.id': fieldId,
      seasonId: (await freshSeason(owner, svcUserId, fieldId)).id,
      zoneId: (await freshZone(owner, svcUserId, fieldId)).id,
      machineId: (await freshMachine(owner, svcUserId)).id,
      implementId: (await pooledAsset(owner, svcUserId, 'implement')).id,
      operatorId: (await pooledAsset(owner, svcUserId, 'operator')).id,
      svcUserId,
      fieldId,
      contractId: await freshContract(owner),
      boundaryId: field.boundaries[0] ?? '',
      uploadId: upload.id,
      sessionId: await openSession(owner, svcUserId, 20_000_000),
      growerIds: String(grower.id),
      providerName: 'ClimateFieldView',
      uploadType: 'RGB',
      organizationId: '1234',
      companyId: '1234',
      rateColumn: 'rate',
      rateUnit: 'kg/ha',
      sendingId: await storedSending(owner, svcUserId),
      fileId: sent.files[0]?.id ?? '',
      batchId: sent.batch.id,
      'operations.ids': sent.files.map(({ id }) => id).join(),
      operationId: await operationOf(owner, svcUserId),
      operationArtefact: 'standardGeojson',
      image: 'speed.png',
      geoTiff: 'speed.tif',
      property: 'speed',
      artefact: 'standardGeojson',
      realm: 'furrow',
      latLon: '42.03,-93.62',
      asset: 'page.css',
      'guides.name': 'sql',
      file: 'components.js',
      'pages.user': svcUserId,
      'pages.field': fieldId,
      'pages.season': '2016',
      sql: 'SELECT COUNT(*) AS points FROM points',
      appName: await everyAppKey(owner),
      clientEnvironment: 'STAGE',
      'organizations.provider': 'JohnDeere',
      providerOrgId: await freshOrganization(owner, svcUserId),
      'organizations.status': 'SELECTED',
      // The ticket is unknown: real ones are opened or spent by the tests of connecting.
      ticket: 'A'.repeat(43),
      'john-deere.token': 'A'.repeat(86),
      'images.link': `${nobodys}.v1.${'A'.repeat(300)}`,
      'one-click-integration.provider': 'JohnDeere',
      'integrations.provider': 'ClimateFieldView',
      'connections.provider': 'AgLeader',
      apiKeyId: (await freshApiKey(owner, svcUserId)).id,
      ...(await linksOf(owner, svcUserId)),
      ...(await webhookOf(owner, svcUserId)),
      ...(await satelliteOf(owner)),
      ...(await soilOf(owner, svcUserId)),
      ...(await waterOf(owner, svcUserId, fieldId)),
      queryId: (await endedQuery(owner, 'SELECT COUNT(*) AS points FROM points')).id,
    },
  };
}

/** The current field operation: fields that are merged later take their work along. */
export async function operationOf(owner: TestOwner, svcUserId: string): Promise<string> {
  await idle();
  const path = `${operationsService}/operations?svcUserId=${svcUserId}`;
  return (await owner.get<{ id: string }[]>(path)).body[0]?.id ?? '';
}

/** A link of each type; that of an authentication link is for John Deere, for which there is an app key. */
async function linksOf(owner: TestOwner, svcUserId: string): Promise<Record<string, string>> {
  const made = await Promise.all(
    linkTypes.map(async (type) => [`${type}.magicLinkId`, (await freshLink(owner, svcUserId, type)).id]),
  );
  return { ...Object.fromEntries(made), linkId: (await freshLink(owner, svcUserId)).id };
}

/** A field for satellite images with an ended process. */
export async function satelliteOf(owner: TestOwner): Promise<Record<string, string>> {
  const { id } = await freshPlanetField(owner);
  const process = await freshProcess(owner, id);
  return {
    'satellite.fields.id': id,
    processId: process.id,
    'satellite.images.type': 'NDVI',
    z: '3',
    x: '4',
    tile: '2.png',
  };
}

/** A batch of soil results whose zip has been read. */
async function soilOf(owner: TestOwner, svcUserId: string): Promise<Record<string, string>> {
  const { id, entries } = await readSoil(owner, svcUserId, locatedReport());
  return { 'soil.batch.id': id, entryId: entries[0]?.id ?? '' };
}

/** A webhook with a failed call, and a listener for others. A second world of an owner shares the webhook: a type of event has only one. */
async function webhookOf(owner: TestOwner, svcUserId: string): Promise<Record<string, string>> {
  const { url } = await startListener();
  const [known] = (await owner.get<{ id: string }[]>(webhooksPath)).body;
  const { id: webhookId } = known ?? (await register(owner, { url, events: ['workflowProcessingFailed'] }));
  const { failedCallId } = await freshFailedCall(owner, svcUserId, webhookId);
  return { webhookId, failedCallId, 'alerts.url': url };
}

/** A location in a field, a little inside the first corner of its outline. */
async function waterOf(owner: TestOwner, svcUserId: string, fieldId: string) {
  const { equipmentId, irrigationId, fieldIrrigationId } = await storedWater(owner, svcUserId, fieldId);
  return {
    'irrigation-equipment.id': equipmentId,
    'applied-irrigation.id': irrigationId,
    'irrigated.id': fieldIrrigationId,
  };
}

function cornerOf({ geometry }: Field): { longitude: number; latitude: number } {
  const [corner = [0, 0], ...others] = geometry?.coordinates[0]?.[0] ?? [];
  const middle = (axis: 0 | 1) => others.reduce((sum, position) => sum + position[axis], 0) / others.length;
  const inside = (axis: 0 | 1) => corner[axis] + (middle(axis) - corner[axis]) / 5;
  return { longitude: inside(0), latitude: inside(1) };
}

/** Gives a user settings of its own. */
export async function configure(owner: TestOwner, svcUserId: string, settings = everyOutput): Promise<void> {
  await owner.post(`/services/config/api/configs/${svcUserId}`, settings);
}

/** An upload session that waits for its only part, or for more if the file is larger than 8 MiB. */
export async function openSession(owner: TestOwner, svcUserId: string, sizeBytes = 12): Promise<string> {
  const wanted = { svcUserId, target: 'fieldBoundaries', fileName: 'small.json', sizeBytes };
  return (await owner.post<{ id: string }>(`${uploadService}/upload-sessions`, wanted)).body.id;
}

/** Sends the only part of a session of 12 bytes. */
export async function sendOnlyPart(owner: TestOwner, sessionId: string): Promise<void> {
  const path = `${uploadService}/upload-sessions/${sessionId}/parts`;
  const { body } = await owner.post<{ parts: { url: string }[] }>(path, { partNumbers: [1] });
  await fetch(body.parts[0]?.url ?? '', { method: 'PUT', body: 'twelve bytes' });
}

/** Ids of the right form that nothing has. */
export function unknownIds({ ids }: World): Record<string, string> {
  const unknown = (known: string) =>
    /^\w{45}$/.test(known)
      ? 'x'.repeat(45)
      : /^\d+$/.test(known)
        ? '2147483647'
        : /^[\da-f-]{36}$/.test(known)
          ? nobodys
          : known;
  const entries = Object.entries(ids).map(([name, known]) => [name, unknown(known)]);
  return {
    ...Object.fromEntries(entries),
    asset: 'nothing.css',
    file: 'nothing.js',
    realm: 'elsewhere',
    latLon: 'nowhere',
    z: '3',
    x: '4',
  };
}
