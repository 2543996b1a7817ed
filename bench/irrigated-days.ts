import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { irrigationStore } from '../adapters/aws/dynamodb/irrigation/irrigation-store.ts';
import { documentClient, type Table } from '../adapters/aws/dynamodb/table.ts';
import { userKey } from '../adapters/aws/dynamodb/users/user-exists.ts';
import { geosOverlay } from '../adapters/geos/geos-overlay.ts';
import { systemClock as clock, derivedId, newId } from '../adapters/system.ts';
import { defaultSettings } from '../domain/configuration/configuration.ts';
import type { ObjectStore } from '../domain/files/object-store.ts';
import { type MultiPolygon, multiPolygon, type Position } from '../domain/geometry/multi-polygon.ts';
import { piecesOfArcs } from '../domain/irrigation/depth-map.ts';
import type { HistoryRow } from '../domain/irrigation/passes.ts';
import type { IrrigationProvider } from '../domain/sync/irrigation-provider.ts';
import { followAccount } from '../functions/jobs/sync-irrigation/follow-account.ts';
import type { IrrigationServices } from '../functions/jobs/sync-irrigation/services.ts';
import { credentials, region } from '../local/credentials.ts';

const day = 86_400_000;
const degreesAnHour = 15;
const hours = 14;
const radiusMetres = 400;
const apart = 0.02;
const ownerId = 'bench';

export const tableNames = ['irrigation', 'users', 'events'] as const;

/** An account of pivots that water every day, over midnight in UTC and within one local date, each on a field of its own. */
export interface IrrigatedDays {
  pivots: number;
  days: number;
}

/**
 * Reads such an account as a worker does, with a provider and fields in memory and records in a database.
 *
 * @returns how many days of pivots were stored.
 */
export async function irrigateDays(endpoint: string, { pivots, days }: IrrigatedDays): Promise<number> {
  const client = documentClient(new DynamoDBClient({ endpoint, region, credentials }));
  const [irrigation, users, events] = tableNames.map((name) => ({ client, name })) as [Table, Table, Table];
  const svcUserId = newId();
  await client.send(new PutCommand({ TableName: users.name, Item: { ...userKey(ownerId, svcUserId), revision: 1 } }));
  const files = {} as ObjectStore;
  const stored = irrigationStore({ irrigation, users, events, files, clock, newId });
  const centres = Array.from(
    { length: pivots },
    (_, at): Position => [-98 + (at % 10) * apart, 41 + Math.floor(at / 10) * apart],
  );
  const overlay = await geosOverlay(() => import('geos-wasm'));
  let put = 0;
  const services: IrrigationServices = {
    store: {
      ...stored,
      put: async (...record) => {
        put += 1;
        await stored.put(...record);
      },
    },
    links: { get: async () => ({ provider: 'Lindsay', account: 'a' }), noteIrrigation: async () => {} },
    fields: fieldsOf(centres, svcUserId),
    settings: async () => defaultSettings,
    providerOf: async () => providerOf(centres, days),
    zoneAt: () => 'America/Chicago',
    overlay: async () => overlay,
    ...{ clock, derivedId },
    ...({} as Pick<IrrigationServices, 'list' | 'leases'>),
  };
  const user = { ownerId, svcUserId };
  if (!(await followAccount(user, { follow: 'Lindsay', since: clock.now() }, () => true, services))) {
    throw new Error('the account was not read to its end');
  }
  client.destroy();
  return put;
}

function fieldsOf(centres: readonly Position[], svcUserId: string): IrrigationServices['fields'] {
  const shapes = centres.map(([x, y]): MultiPolygon => squareAround([x + 0.002, y + 0.001], 0.005));
  const nearest = ({ coordinates }: MultiPolygon) => {
    const [x, y] = coordinates[0]?.[0]?.[0] ?? [0, 0];
    return centres.findIndex((centre) => Math.hypot(centre[0] - x, centre[1] - y) < apart / 2);
  };
  return {
    near: async (_, __, shape) => [{ svcUserId, fieldId: String(nearest(shape)) }],
    withShapes: async (_, names) =>
      names.map(({ fieldId }) => ({
        field: { id: fieldId },
        boundary: { geometry: shapes[Number(fieldId)] },
      })) as never,
    activeBoundary: async () => undefined,
  };
}

function squareAround([x, y]: Position, half: number): MultiPolygon {
  const [west, south, east, north] = [x - half, y - half, x + half, y + half];
  return multiPolygon([
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  ]);
}

function providerOf(centres: readonly Position[], days: number): IrrigationProvider {
  const first = Math.floor(clock.now() / day) * day - (days + 1) * day;
  return {
    async *equipment() {
      for (const [at, [longitude, latitude]] of centres.entries()) {
        const place = { longitude, latitude, lengthMetres: radiusMetres, wetLengthMetres: radiusMetres };
        yield { id: String(at), name: `Pivot ${at}`, type: 'pivot', turnSeconds: 86_400, ...place };
      }
    },
    // From noon in Nebraska, each day further around than the one before.
    history: async (id) =>
      Array.from({ length: days }, (_, at) => rowsAt(first + at * day + day / 2, at * 70 + Number(id))).flat(),
    // Two wedges that lie upon each other, as of a pass and its way back.
    applied: async (id, from) => {
      const begin = Math.round(from / day) * 70;
      const centre = centres[Number(id)] ?? [0, 0];
      return [0, 60].flatMap((ahead) =>
        piecesOfArcs({ centre, radiusMetres }, [{ from: begin + ahead, width: 100, depthMillimetres: 8 }]),
      );
    },
    note: () => {},
    close: async () => {},
  };
}

function rowsAt(time: number, position: number): HistoryRow[] {
  const [isReverse, rate] = [false, 1];
  const begins = { time, position: position % 360, isIrrigating: true, isMoving: true, depthMillimetres: 8 };
  const ends = { time: time + (hours * day) / 24, position: (position + hours * degreesAnHour) % 360 };
  return [
    { ...begins, isReverse, rate },
    { ...ends, isReverse, rate: 0, isIrrigating: false, isMoving: false },
  ];
}
