// The whole idea of Furrow in one file, without dependencies: a grower, a field, the file of a machine, and SQL over its points.
//
//   npm start                        # in another terminal
//   node examples/minimal/walk.mjs   # [URL of Furrow] [file with {"username", "password"}]
import { readFileSync } from 'node:fs';

const [baseUrl = 'http://127.0.0.1:3000', signIn = '.furrow/sign-in.json'] = process.argv.slice(2);
const headers = {};

/** Sends a request and resolves to its answer; a refused one throws with the words of the API, which say what was wrong. */
async function ask(method, path, body) {
  const isForm = body === undefined || typeof body === 'string' || body instanceof FormData;
  const response = await fetch(baseUrl + path, {
    method,
    headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
    body: isForm ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

// 1. Sign in as the owner of an application. All that follows is seen by this owner alone.
const { id_token } = await ask('POST', '/api/authenticate', JSON.parse(readFileSync(signIn, 'utf8')));
headers.authorization = `Bearer ${id_token}`;

// 2. A service user: the grower whose data it is.
const grower = await ask('POST', '/services/usermanagement/api/users', {
  name: 'Ada Grower',
  email: 'ada@example.com',
});

// 3. A field of the grower. Most fields come from uploaded files or from the grower's account at a provider.
const ring = [
  [-93.62, 42.02],
  [-93.615, 42.02],
  [-93.615, 42.024],
  [-93.62, 42.024],
  [-93.62, 42.02],
];
const geometry = { type: 'Polygon', coordinates: [ring] };
await ask('POST', `/services/fields/api/users/${grower.id}/fields`, { id: 'north-forty', geometry });

// 4. What a machine recorded. Displays write shapefiles, ISO 11783 task data and a dozen other formats; this is the simplest one.
const rows = Array.from({ length: 100 }, (_, i) => {
  const time = new Date(Date.UTC(2024, 9, 1, 15) + i * 1000).toISOString();
  return [-93.618, 42.021 + i * 1.8e-5, time, 2, 10, 310, 17, 9 + (i % 5) / 10, 'Corn'].join();
});
const head = 'Longitude,Latitude,IsoTime,Distance(m),Swath Width(m),Elevation(m),Moisture(%),Yield Mass(tonne/ha),Crop';
const form = new FormData();
form.append('file', new Blob([[head, ...rows].join('\n')]), 'harvest.csv');
let batch = await ask('POST', `/services/operations/api/batch?svcUserId=${grower.id}`, form);

// 5. It is converted in the background, to points with the same columns and units whatever the maker.
while (batch.status !== 'PROCESSED' && batch.status !== 'FAILED') {
  await new Promise((resolve) => setTimeout(resolve, 500));
  batch = await ask('GET', `/services/operations/api/batch/${batch.id}`);
}
if (batch.status === 'FAILED') throw new Error(batch.statusDetails);

// 6. SQL over every point, in the dialect of BigQuery: yields in t/ha, areas in m², and the field in which each point lies.
headers['content-type'] = 'text/plain';
const sql = `SELECT crop, fieldId, COUNT(*) AS points, ROUND(AVG(wetMassPerArea), 2) AS tonnesPerHectare
  FROM points CROSS JOIN UNNEST(fieldIds) AS fieldId WHERE svcUserId = '${grower.id}' GROUP BY crop, fieldId`;
console.log(await ask('POST', '/services/pointlake/api/v2/query', sql));
