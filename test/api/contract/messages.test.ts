import { beforeAll, expect, test } from 'vitest';

import { operationsService } from '../machine-files/batch.ts';
import type { Answer, TestOwner } from '../owner.ts';
import { type Harvested, harvested, runQuery } from '../query/query.ts';

let world: Harvested;
let owner: TestOwner;
beforeAll(async () => {
  world = await harvested();
  ({ owner } = world);
});

const fieldsService = '/services/fields/api';

interface Told {
  detail: string;
}
type Answered = Promise<Answer<Told>>;

const [west, east, south, north] = [-93.11, -93.1, 41.6, 41.61];
const square = [
  [west, south],
  [east, south],
  [east, north],
  [west, south],
];
const polygon = (ring: number[][]) => ({ type: 'Polygon', coordinates: [ring] });
const create = (geometry: object): Answered =>
  owner.post(`${fieldsService}/users/${world.svcUserId}/fields`, { name: 'North', geometry });
const fileOf = (path: string): Answered => owner.get(`${operationsService}/files/${world.fileId}/${path}`);

/** Mistakes of newcomers, each with what its answer has to name. */
const mistakes: [mistake: string, send: () => Answered, status: number, says: RegExp][] = [
  [
    'a missing svcUserId',
    () => owner.post('/services/uploadservice/api/upload'),
    400,
    /svcUserId: is required: the id of the service user/,
  ],
  [
    'latitude before longitude',
    () => create(polygon(square.map(([x = 0, y = 0]) => [y, x]))),
    400,
    /longitude first: these look swapped/,
  ],
  [
    'metres in place of degrees',
    () => create(polygon(square.map(([x = 0, y = 0]) => [441_600 + x, 4_616_000 + y]))),
    400,
    /metres of a projection such as UTM: send degrees on WGS 84/,
  ],
  ['an open ring', () => create(polygon([...square.slice(0, 3), [west, north]])), 400, /repeat its first position/],
  [
    'a Feature in place of a geometry',
    () => create({ type: 'Feature', properties: {}, geometry: polygon(square) }),
    400,
    /it is a Feature\. Send its geometry, a Polygon or MultiPolygon/,
  ],
  [
    'a FeatureCollection in place of a geometry',
    () => create({ type: 'FeatureCollection', features: [] }),
    400,
    /Send the geometry of one of its features/,
  ],
  [
    'a line in place of a polygon',
    () => create({ type: 'LineString', coordinates: square }),
    400,
    /it is a LineString\. Send a Polygon or MultiPolygon/,
  ],
  [
    'a misspelt setting',
    () =>
      owner.call('PATCH', `/services/config/api/configs/${world.svcUserId}`, { json: { unitMesurement: 'METRIC' } }),
    400,
    /unitMesurement: There is no such member\. Did you mean unitMeasurement\?/,
  ],
  [
    'a misspelt parameter',
    () => owner.get(`${fieldsService}/fields?svcuserid=${world.svcUserId}`),
    400,
    /svcuserid: There is no such parameter\. Did you mean svcUserId\?/,
  ],
  ['a missing body', () => owner.call('POST', '/services/usermanagement/api/users'), 400, /no body\. Send a JSON/],
  [
    'a name of an image without an ending',
    () => fileOf('images/yield'),
    404,
    /called by its property, such as dryMassPerArea\.png/,
  ],
  [
    'an image of an unknown property',
    () => fileOf('images/yeild.png'),
    404,
    /no image yeild\.png\. There are images of /,
  ],
  ['a misspelt layer', () => fileOf('pointLayers/dryMasPerArea'), 404, /did you mean dryMassPerArea; there are /],
  [
    'swapped coordinates of the weather',
    () => owner.get('/services/weather/api/weather/forecast/daily/-93.15,41.67'),
    400,
    /It comes first: these look swapped/,
  ],
  ['yield in SQL', () => runQuery(owner, 'SELECT yield FROM points'), 400, /Did you mean wetMassPerArea.* or /],
  [
    'yield in a subquery of SQL',
    () => runQuery(owner, 'SELECT (SELECT AVG(p.area) FROM points AS p WHERE moisture > 1) FROM points'),
    400,
    /Unrecognized name: moisture\. Did you mean harvestMoisture\?/,
  ],
];

test.each(mistakes)('%s is told with what was expected', async (_, send, status, says) => {
  const answer = await send();
  expect(answer.status).toBe(status);
  expect(answer.body.detail).toMatch(says);
});
