import { expect, test } from 'vitest';
import type { Boundary } from '../../../domain/fields/boundary.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { boundedBy, gml, member, polygonOf, posList } from '../../adapters/boundary-files/gml-file.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { square, zip } from './boundary-files.ts';
import { converted } from './upload.ts';

const owner = await freshOwner();

async function boundariesOf(svcUserId: string): Promise<(Boundary & { name?: string | undefined })[]> {
  const { body: fields } = await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${svcUserId}&sort=name`);
  return Promise.all(
    fields.map(async ({ id, name }) => {
      const path = `/services/fields/api/users/${svcUserId}/fields/${id}/boundary`;
      return { name, ...(await owner.get<Boundary>(path)).body };
    }),
  );
}

test('parcels of national services become fields at their locations', async () => {
  const { id } = await freshUser(owner);
  const metres = posList(square(500_000, 5_761_038, 200));
  const utm = member('Auf der Höhe', polygonOf([metres], 'http://www.opengis.net/def/crs/EPSG/0/25832', 'Polygon'));
  const degrees = posList(square(12, 52).map(([x, y]) => [y, x]));
  const upload = zip({
    'de/flurstuecke.gml': gml(boundedBy('urn:ogc:def:crs:EPSG::25832'), utm),
    'inspire.gml': gml(member('By degrees', polygonOf([degrees], 'urn:ogc:def:crs:EPSG::4258'))),
  });
  const { upload: done, entries } = await converted(owner, id, 'parcels.zip', upload);
  expect(done.status).toBe('PROCESSED');
  expect(entries).toMatchObject([
    { converterFormat: 'GML', status: 'FINISHED', problems: [] },
    { converterFormat: 'GML', status: 'FINISHED', problems: [] },
  ]);
  const [first, second] = await boundariesOf(id);
  expect(first).toMatchObject({ name: 'Auf der Höhe', validity: 'VALID' });
  // 200 m by 200 m on the central meridian, where UTM makes lengths shorter by 0.9996.
  expect(first?.area?.value).toBeCloseTo(4 / 0.9996 ** 2, 3);
  expect(first?.geometry.coordinates[0]?.[0]?.[0]?.[0]).toBeCloseTo(9, 6);
  expect(second?.name).toBe('By degrees');
  expect(second?.geometry.coordinates[0]?.[0]?.[0]?.[0]).toBeCloseTo(12, 5);
});

test('references to the server or elsewhere are neither read nor fetched', async () => {
  const { id } = await freshUser(owner);
  const shell = posList(square(12, 52));
  const entity = gml(member('&a;', polygonOf([shell], 'EPSG:4326'))).replace(
    '?>',
    '?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
  );
  const linked = gml(
    '<wfs:member xlink:href="http://169.254.169.254/"/>',
    member('One', polygonOf([shell], '/etc/passwd')),
  );
  const { upload, entries } = await converted(owner, id, 'x.zip', zip({ 'a.gml': entity, 'b.gml': linked }));
  expect(upload.status).toBe('FAILED');
  expect(entries.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
    ['forbiddenXml'],
    ['unknownProjection'],
  ]);
  expect(JSON.stringify(entries)).not.toContain('root:');
});
