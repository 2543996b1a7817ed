import { expect, test } from 'vitest';
import { followers, functionNeeds, jobNames, jobs, prefixes, publishedTypes } from '../../../functions/manifests.ts';
import { modules, read } from '../../house/tree.ts';

const manifests = modules().filter((path) => /^functions\/(areas|jobs)\/.*\/manifest\.ts$/.test(path));
const members = ['needs', 'tables', 'prefixes', 'settings', 'job', 'sweeping', 'erasing'];

test.each(manifests)('%s exports only what a manifest may have', (path) => {
  const exported = Array.from(read(path).matchAll(/^export \w+ (\w+)/gm), ([, name]) => name);
  expect(exported).toContain('needs');
  expect(members).toEqual(expect.arrayContaining(exported));
});

test('every type of event that a job follows is published by some function', () => {
  const followed = followers.flatMap((name) => (jobs[name].follows?.listened ? [] : (jobs[name].follows?.types ?? [])));
  expect(followed.filter((type) => !publishedTypes.has(type))).toEqual([]);
});

test('every metered product has a function that records its use', () => {
  const products = Object.values(functionNeeds).flatMap(({ usage = [] }) => usage);
  expect([...new Set(products)].sort()).toEqual([
    'fieldBoundaries',
    'fieldOperations',
    'fieldWeather',
    'machineFiles',
    'satelliteProcessPlanet',
    'satelliteProcessSentinel',
  ]);
});

test('every queue belongs to one job', () => {
  const queues = jobNames.map((name) => jobs[name].queue);
  expect(new Set(queues).size).toBe(queues.length);
});

test('every prefix has one owner', () => {
  const locations = prefixes.map(({ bucket, prefix }) => `${bucket}:${prefix}`);
  expect(new Set(locations).size).toBe(locations.length);
  for (const location of locations)
    expect(locations.filter((other) => other !== location && location.startsWith(other))).toEqual([]);
});

test('every prefix that a function can access has an owner', () => {
  const reached = Object.entries(functionNeeds).flatMap(([name, { objects = {} }]) =>
    Object.entries(objects).flatMap(([bucket, access]) =>
      Object.keys(access).map((prefix) => ({ name, bucket, prefix })),
    ),
  );
  const isOwned = ({ bucket, prefix }: { bucket: string; prefix: string }) =>
    prefixes.some((owned) => owned.bucket === bucket && prefix.startsWith(owned.prefix));
  expect(reached.filter((one) => !isOwned(one))).toEqual([]);
});
