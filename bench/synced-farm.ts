import { setTimeout as sleep } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { configurationsApi } from '../functions/areas/configurations/api.ts';
import { fieldsApi } from '../functions/areas/fields/api.ts';
import { integrationsApi } from '../functions/areas/integrations/api.ts';
import { operationsApi } from '../functions/areas/operations/api.ts';
import { usersApi } from '../functions/areas/users/api.ts';
import { addressesOfSandboxes } from '../local/demo/addresses-of-sandboxes.ts';
import type { SandboxesAccess } from '../local/sandboxes/sandboxes.ts';
import { type HttpClient, json } from './http-client.ts';
import type { RunningFurrow } from './running-furrow.ts';

const betweenLooksMilliseconds = 1_000;
const maxLooks = 3_600;
/** Degrees from one field to the next, and the edge of a field: about 220 m of 330 m. */
const [apart, edge] = [0.003, 0.002];
const fieldsInRow = 100;

/** A client of a running Furrow and of its sandboxes. */
export interface Synced {
  client: HttpClient;
  furrow: RunningFurrow;
}

/** An organization in the sandbox of John Deere with so many fields, and a harvest of a hundred points in each of the first of them. */
export async function makeFarm(
  { client, furrow }: Synced,
  organizationId: string,
  { fields, files }: { fields: number; files: number },
): Promise<void> {
  const { url } = sandboxesOf(furrow).JohnDeere;
  const put = (collection: string, id: string, members: object) =>
    client.ask({ method: 'PUT', url: `${url}/control/world/${collection}/${id}`, body: json(members) });
  const now = new Date().toISOString();
  const own = { organizationId, archived: false };
  const times = { created: now, modified: now };
  const [clientId, farmId] = [`c${organizationId}`, `f${organizationId}`];
  await put('organizations', organizationId, { name: `Farm ${organizationId}`, type: 'customer', isConnected: true });
  await put('clients', clientId, { ...own, name: 'Client' });
  await put('farms', farmId, { ...own, clientId, name: 'Farm' });
  for (let number = 0; number < fields; number += 1) {
    const fieldId = `field-${organizationId}-${number}`;
    const [west, south] = cornerOf(organizationId, number);
    const [east, north] = [west + edge, south + edge];
    const outer = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ] as const;
    await put('fields', fieldId, { ...own, clientId, farmId, name: `Field ${number}`, modified: now });
    await put('boundaries', `b-${fieldId}`, {
      ...{ ...own, ...times, fieldId, name: 'Boundary', polygons: [[outer]] },
      ...{ active: true, irrigated: false, sourceType: 'HandDrawn' },
    });
  }
  for (let number = 0; number < files; number += 1) {
    const base64 = Buffer.from(harvestOn(cornerOf(organizationId, number))).toString('base64');
    await put('files', `${organizationId}${String(number).padStart(5, '0')}`, {
      ...{ ...own, ...times, name: `${number}.zip`, type: 'DOC', source: 'Machine', status: 'READY' },
      ...{ isFromMachine: true, filling: { base64 } },
    });
  }
}

/** Seconds from the first round over an organization until so many fields have boundaries and so many files are processed, of a new user. */
export async function syncFarm(
  synced: Synced,
  token: string,
  organizationId: string,
  { fields, files }: { fields: number; files: number },
): Promise<number> {
  const { client, furrow } = synced;
  const ask = async (method: string, path: string, body?: object) => {
    const url = furrow.endpoints.baseUrl + path;
    const answer = await client.ask({ method, url, token, ...(body && { body: json(body) }) });
    return answer.body.length > 0 ? JSON.parse(answer.body.toString()) : undefined;
  };
  const { id } = await ask('POST', `${usersApi.base}/users`, { name: 'Ada Grower', email: 'ada@example.com' });
  const wanted = { customDataSync: false, operationsProcessingRange: 240, organizationDataSync: 'SELECTED_ONLY' };
  await ask('POST', `${configurationsApi.base}/configs/${id}`, { ...wanted, fieldsAutoSync: false });
  const ofUser = `${usersApi.base}/users/${id}`;
  await ask('POST', `${ofUser}/john-deere-credentials`, await consented(synced));
  const stateOf = async () => (await ask('GET', `${integrationsApi.base}/users/${id}/sync`)).providers[0];
  let state: Awaited<ReturnType<typeof stateOf>>;
  await until(
    async () => {
      state = await stateOf();
      return state?.state !== 'NOT_CONNECTED';
    },
    () => state,
  );
  let organizations: { providerOrgId: string }[] = [];
  await until(
    async () => {
      await ask('POST', `${ofUser}/JohnDeere/organizations/sync`);
      organizations = await ask('GET', `${ofUser}/JohnDeere/organizations?size=100`);
      return organizations.some((one) => one.providerOrgId === organizationId);
    },
    () => organizations,
  );
  await ask('PATCH', `${ofUser}/JohnDeere/organizations/${organizationId}/SELECTED`);
  const begun = performance.now();
  await ask('POST', `${fieldsApi.base}/users/${id}/fields/sync`);
  await until(
    async () => {
      state = await stateOf();
      const { counts, files: shown } = state;
      return counts.fields === fields && counts.fieldsWaiting + counts.fieldsInPreview === 0 && shown.fetched === files;
    },
    () => state,
  );
  let processed: number;
  await until(
    async () => {
      processed = 0;
      for (let page = 0; page * 100 < files; page += 1) {
        const query = `svcUserId=${id}&status=processed&size=100&page=${page}`;
        processed += (await ask('GET', `${operationsApi.base}/files?${query}`)).length;
      }
      return processed === files;
    },
    () => `${processed} of ${files} files are processed`,
  );
  return (performance.now() - begun) / 1_000;
}

/** Calls of the sandbox of John Deere since they were forgotten. */
export interface SandboxCalls {
  total: number;
  busiestSecond: number;
}

/** Forgets the calls that the sandbox has counted. */
export async function forgetCalls({ client, furrow }: Synced): Promise<void> {
  await client.ask({ method: 'DELETE', url: `${sandboxesOf(furrow).JohnDeere.url}/control/calls` });
}

export async function callsOf({ client, furrow }: Synced): Promise<SandboxCalls> {
  const { body } = await client.ask({ method: 'GET', url: `${sandboxesOf(furrow).JohnDeere.url}/control/calls` });
  return JSON.parse(body.toString());
}

function sandboxesOf({ endpoints }: RunningFurrow): SandboxesAccess {
  return endpoints.sandboxes as SandboxesAccess;
}

/** Members of the credential of a grower who has consented, with a refresh token of its own. */
async function consented({ furrow }: Synced): Promise<object> {
  const sandboxes = sandboxesOf(furrow);
  const { clientId, clientSecret } = sandboxes.JohnDeere;
  const { consent = '', token = '' } = addressesOfSandboxes(sandboxes).JohnDeere.PRODUCTION;
  const redirect_uri = 'http://127.0.0.1/back';
  const asked = new URLSearchParams({ client_id: clientId, redirect_uri, response_type: 'code', answer: 'allow' });
  const back = await fetch(`${consent}?${asked}`, { redirect: 'manual' });
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri });
  const answer = await fetch(token, { method: 'POST', body, headers: { authorization } });
  const { refresh_token: refreshToken } = (await answer.json()) as { refresh_token: string };
  return { clientKey: clientId, clientSecret, refreshToken, clientEnvironment: 'PRODUCTION' };
}

/** The south-west corner of a field. Organizations lie a degree apart. */
function cornerOf(organizationId: string, number: number): [west: number, south: number] {
  const row = Math.floor(number / fieldsInRow);
  return [10 + (Number(organizationId) % 10) + (number % fieldsInRow) * apart, 50 + row * apart];
}

/** Passes of a combine over a field, as a zip. */
function harvestOn([west, south]: [number, number]): Uint8Array {
  const header =
    'Longitude,Latitude,IsoTime,Distance(m),Swath Width(m),Track(deg),Elevation(m),Moisture(%),Yield Mass(tonne/ha),Crop';
  const start = Date.UTC(2024, 7, 1, 12);
  const rows = Array.from({ length: 100 }, (_, index) => {
    const [pass, record] = [Math.floor(index / 25), index % 25];
    const [longitude, latitude] = [west + 0.0003 * (pass + 1), south + 0.00002 * (record + 1)];
    const time = new Date(start + index * 1_000).toISOString();
    return [longitude.toFixed(8), latitude.toFixed(8), time, 2, 10, 0, 101.5, 14, 5, 'Wheat'].join(',');
  });
  return zipSync({ 'harvest.csv': Buffer.from([header, ...rows, ''].join('\n')) });
}

/** @throws Error with what was seen last. */
async function until(isSo: () => Promise<boolean>, seen: () => unknown = () => ''): Promise<void> {
  for (let look = 0; look < maxLooks; look += 1) {
    if (await isSo()) return;
    await sleep(betweenLooksMilliseconds);
  }
  throw new Error(`the sync does not end: ${JSON.stringify(seen())}`);
}
