import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { expectProblem } from './problem.ts';
import { addressOf, bodyMembers, endpoints, memberSchema, validRequest } from './requests.ts';
import { freshWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await freshWorld();
});

type Route = (typeof endpoints)[number];

const [earlier, later] = ['2026-05-01', '2026-05-02'];
const impossible = ['2026-02-30', '2026-13-01', '2025-02-29', '2026-04-31T10:00:00Z'];

/** Names of the two ends of a span. */
const ends: [RegExp, string][] = [
  [/^start|(?<!^(?:before|after))Start(?=[A-Z])/, 'end'],
  [/^from$/, 'to'],
  [/^after/, 'before'],
];

/** A schema takes days or instants if it takes a day and nothing that only resembles one. */
function isTemporal(schema: z.ZodType | undefined): boolean {
  const takes = (value: unknown) => schema?.safeParse(value).success === true;
  return takes(earlier) && !takes(`${earlier}x`) && !takes('a-day-of-may');
}

const temporalParameters = ({ endpoint: { query } }: Route) =>
  Object.keys(query?.shape ?? {}).filter((name) => isTemporal(query?.shape[name] as z.ZodType));
const temporalMembers = (route: Route) => bodyMembers(route).filter((name) => isTemporal(memberSchema(route, name)));

/** The spans among names: each start with its end. */
function spansOf(names: readonly string[]): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const [pattern, opposite] = ends.find(([start]) => start.test(name)) ?? [];
    if (!pattern || !opposite) return [];
    const end = name.replace(pattern, (found) => (/^[A-Z]/.test(found) ? 'End' : opposite));
    return names.includes(end) ? [[name, end]] : [];
  });
}

const asked = endpoints.filter((route) => temporalParameters(route).length > 0);
const sent = endpoints.filter((route) => temporalMembers(route).length > 0);

test('dates and times are found in queries and bodies', () => {
  expect(asked.map(({ area }) => area)).toEqual(
    expect.arrayContaining(['assets', 'fields', 'operations', 'satellite', 'weather']),
  );
  expect(sent.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['createSeason', 'createSatelliteField', 'replayWebhook']),
  );
});

/** Times that stand alone: only later ones are wanted, or the day of one. */
const alone = ['createdTime', 'updatedTime', 'updatedAt', 'timestamp'];

describe.each(asked)('$title', (route) => {
  const names = temporalParameters(route);
  const ask = (query: Record<string, string>) =>
    world.owner.call(route.endpoint.method, addressOf(route, world.ids, query), validRequest(route, world.ids).sent);

  test.each(names)('refuses days that no calendar has in %s', async (name) => {
    for (const day of impossible) {
      const { fieldErrors } = expectProblem(await ask({ [name]: day }), 400);
      expect(
        fieldErrors?.map(({ field }) => field),
        day,
      ).toContain(name);
    }
  });

  test('every time is one end of a span, or stands alone', () => {
    const paired = new Set(spansOf(names).flat());
    expect(names.filter((name) => !paired.has(name) && !alone.includes(name))).toEqual([]);
  });

  test.each(spansOf(names))('refuses %s after %s', async (from, to) => {
    const { fieldErrors } = expectProblem(await ask({ [from]: later, [to]: earlier }), 400);
    expect([from, to]).toContain(fieldErrors?.[0]?.field);
  });
});

describe.each(sent)('$title', (route) => {
  const names = temporalMembers(route);
  const send = (members: Record<string, string>) => {
    const { method, path, sent } = validRequest(route, world.ids);
    // It stands for a first day, and cannot be combined with one.
    const { daysBefore: _, ...others } = sent.json as Record<string, unknown>;
    return world.owner.call(method, path, { json: { ...others, ...members } });
  };

  test.each(names)('refuses days that no calendar has in %s', async (name) => {
    for (const day of impossible) {
      const { errors } = expectProblem(await send({ [name]: day }), 400);
      expect(
        errors?.map(({ pointer }) => pointer),
        day,
      ).toContain(`#/${name}`);
    }
  });

  test.each(spansOf(names))('refuses %s after %s', async (from, to) => {
    const { errors } = expectProblem(await send({ [from]: later, [to]: earlier }), 400);
    expect(errors?.map(({ pointer }) => pointer)).toEqual([`#/${to}`]);
  });
});
