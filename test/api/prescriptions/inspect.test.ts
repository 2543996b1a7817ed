import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Inspection } from '../../../domain/prescriptions/inspection.ts';
import { square } from '../../adapters/prescriptions/prescription-zip.ts';
import { cloud } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { finishedSession } from '../uploads/finished-session.ts';
import { freshUser } from '../users/user.ts';
import { deereZip, flatZip, prescriptionsPath, sendZip } from './prescriptions.ts';

const owner = await freshOwner();
let svcUserId = '';
const here = () => `/services/fields/api/users/${svcUserId}/fields`;
beforeAll(async () => {
  svcUserId = (await freshUser(owner)).id;
  await owner.post(here(), { id: 'north', name: 'North', geometry: square(0, 0.002) });
});

const inspect = <T = Inspection>(query = '', zip = flatZip()) => sendZip<T>(owner, svcUserId, `inspect${query}`, zip);
const problem = { status: 400, body: { errorKey: 'prescriptionUnfit' } };

describe('an inspection', () => {
  test('answers areas, rates and totals, compared with a field, and a picture', async () => {
    const { status, body } = await inspect('?rateUnit=kg%2Fha&fieldId=north', deereZip());
    expect(status).toBe(200);
    expect(body).toMatchObject({ format: 'shapefile', entry: 'Rx/north.shp', polygons: 3, total: { unit: 'kg' } });
    expect(body.field?.outside.value).toBeCloseTo(0.797, 2);
    expect(body.findings.map(({ code }) => code)).toEqual(['outsideField']);
    expect(body.picture).toMatch(/^data:image\/png;base64,/);
  });

  test('refuses unknown columns, units, fields, and files that are no prescription', async () => {
    expect(await inspect('?rateColumn=dose')).toMatchObject(problem);
    expect(await inspect('?rateUnit=kg')).toMatchObject({ status: 400, body: { errorKey: 'invalid' } });
    expect(await inspect('?fieldId=south')).toMatchObject({ status: 404, body: { errorKey: 'fieldNotFound' } });
    expect(await inspect('', Buffer.from('nothing'))).toMatchObject(problem);
  });

  test('of a file that came by an upload session is the same, as often as it is asked', async () => {
    const wanted = { svcUserId, target: 'inspections', fileName: 'north-40.zip' };
    const id = await finishedSession(owner, wanted, flatZip());
    const ask = (query: string) =>
      owner.post<Inspection>(`${prescriptionsPath}/users/${svcUserId}/inspect/${id}${query}`);
    expect((await ask('?rateUnit=kg%2Fha')).body).toEqual((await inspect('?rateUnit=kg%2Fha')).body);
    expect(await ask('?to=geojson')).toMatchObject({ status: 200, body: { type: 'FeatureCollection' } });
    const prescription = { provider: 'JohnDeere', organizationId: '1' };
    const sending = await finishedSession(owner, { ...wanted, target: 'prescriptions', prescription }, flatZip());
    const path = `${prescriptionsPath}/users/${svcUserId}/inspect/${sending}`;
    expect(await owner.post(path)).toMatchObject({ status: 200, body: { format: 'shapefile' } });
    const { id: other } = await freshUser(owner);
    expect(await owner.post(`${prescriptionsPath}/users/${other}/inspect/${id}`)).toMatchObject({
      status: 404,
      body: { errorKey: 'uploadSessionNotFound' },
    });
  });

  test('answers the prescription in another format', async () => {
    const path = `${prescriptionsPath}/users/${svcUserId}/inspect?to=isoxml&rateUnit=kg%2Fha`;
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(flatZip())]), 'north.zip');
    const authorization = `Bearer ${await owner.token('id')}`;
    const answer = await fetch(`${cloud.baseUrl}${path}`, { method: 'POST', headers: { authorization }, body });
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())))).toEqual(['TASKDATA/TASKDATA.XML']);
  });
});

describe('a prescription from zones', () => {
  const zone = async (index: number) =>
    (await owner.post<{ id: string }>(`${here()}/north/zones`, { name: `Zone ${index}`, geometry: square(index) })).body
      .id;
  const make = <T = Inspection>(body: object, query = '') =>
    owner.post<T>(`${prescriptionsPath}/users/${svcUserId}/fromZones${query}`, body);
  /** Bytes, which `owner.post` reads as text. */
  const made = async (body: object, query: string) => {
    const headers = { authorization: `Bearer ${await owner.token('id')}`, 'content-type': 'application/json' };
    const path = `${prescriptionsPath}/users/${svcUserId}/fromZones${query}`;
    const answer = await fetch(`${cloud.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.headers.get('content-type')).toBe('application/zip');
    return Buffer.from(await answer.arrayBuffer());
  };

  test('has a rate for each zone and for the rest of the field', async () => {
    const rates = [
      { zoneId: await zone(0), rate: 100 },
      { zoneId: await zone(1), rate: 200 },
    ];
    const asked = { fieldId: 'north', rates, rateUnit: 'kg/ha' };
    const { status, body } = await make({ ...asked, restRate: 50 });
    expect(status).toBe(200);
    expect(body.levels?.map(({ rate }) => rate)).toEqual([50, 100, 200]);
    expect(body.field?.uncovered.value).toBeCloseTo(0, 3);
    expect(body.total?.value).toBeCloseTo(0.79742 * (100 + 200 + 2 * 50), 0);
    expect((await make<{ features: unknown[] }>(asked, '?to=geojson')).body.features).toHaveLength(2);
  });

  test.each(['kg/ha', 'S/ac', 'kS/ha'])(
    'of %s as a shapefile for Climate FieldView is taken there without a further parameter',
    async (rateUnit) => {
      const rates = [{ zoneId: await zone(0), rate: 100 }];
      const zip = await made({ fieldId: 'north', rates, rateUnit }, '?to=shapefile&target=climateFieldView');
      const sent = await sendZip(owner, svcUserId, 'climateFieldView?dryRun=true', zip);
      expect(sent).toMatchObject({ status: 200, body: { dryRun: true, findings: [] } });
    },
  );

  test.each(['gal/ac', 'kg(N)/ha'])('of %s is not written for Climate FieldView', async (rateUnit) => {
    const asked = { fieldId: 'north', rates: [{ zoneId: await zone(0), rate: 100 }], rateUnit };
    const { status, body } = await make<{ findings: { code: string }[] }>(
      asked,
      '?to=shapefile&target=climateFieldView',
    );
    expect({ status, codes: body.findings.map(({ code }) => code) }).toEqual({ status: 400, codes: ['notPlanted'] });
    expect((await make(asked)).status).toBe(200);
  });

  test('refuses zones that overlap, that are doubled, or of another field', async () => {
    const [first, second] = [await zone(0), await zone(0)];
    const of = (...ids: string[]) => ({
      fieldId: 'north',
      rates: ids.map((zoneId) => ({ zoneId, rate: 1 })),
      rateUnit: 'kg/ha',
    });
    expect(await make(of(first, second))).toMatchObject(problem);
    expect(await make(of(first, first))).toMatchObject({ status: 400 });
    const other = '0b5e4c1e-6f0a-4a51-8a4e-3f3b7a3a9c11';
    expect(await make(of(other))).toMatchObject({ status: 404, body: { errorKey: 'zoneNotFound' } });
  });
});
