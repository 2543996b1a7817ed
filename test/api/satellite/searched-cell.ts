import { cellStore } from '../../../adapters/aws/dynamodb/satellite/cell-store.ts';
import { planetLeases } from '../../../adapters/aws/dynamodb/satellite/planet-fields.ts';
import { satelliteFieldStore } from '../../../adapters/aws/dynamodb/satellite/satellite-field-store.ts';
import { searchedFields } from '../../../adapters/aws/dynamodb/satellite/searched-fields.ts';
import { derivedId, newId } from '../../../adapters/system.ts';
import { timestamp } from '../../../domain/clock.ts';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { newSatelliteField } from '../../../domain/satellite/new-satellite-field.ts';
import type { StoredSatelliteField } from '../../../domain/satellite/satellite-field.ts';
import type { Scene } from '../../../domain/satellite/scenes/scene.ts';
import type { SceneSearch, SceneSource } from '../../../domain/satellite/scenes/scene-source.ts';
import { searchCell } from '../../../functions/jobs/search-scenes/search-cell.ts';
import type { SearchServices } from '../../../functions/jobs/search-scenes/services.ts';
import { cloudClock, table } from '../cloud.ts';
import { processes } from './process.ts';
import { square } from './satellite.ts';

const day = 24 * 60 * 60_000;

/** A catalogue that a test fills. */
export interface FakeCatalogue extends Pick<SceneSource, 'search'> {
  scenes: Scene[];
  asked: SceneSearch[];
  /** Errors thrown by the next searches, after the given number of scenes. */
  problems: { error: Error; after: number }[];
}

export function fakeCatalogue(): FakeCatalogue {
  const catalogue: FakeCatalogue = {
    scenes: [],
    asked: [],
    problems: [],
    async *search(asked) {
      catalogue.asked.push(asked);
      const problem = catalogue.problems.shift();
      const { from, to = '9', by } = asked;
      const found = catalogue.scenes.filter((scene) => scene[by] >= from && scene[by] <= to);
      for (const [index, scene] of found.entries()) {
        if (problem?.after === index) throw problem.error;
        yield scene;
      }
      if (problem) throw problem.error;
    },
  };
  return catalogue;
}

/** A cell that no other test searches. */
export function freshCell(): { cell: string; west: number; south: number } {
  const [west, south] = [Math.floor(Math.random() * 350) - 175, Math.floor(Math.random() * 100) - 50];
  return { cell: `${west}:${south}`, west, south };
}

/** A scene of the given number of days ago over a square of the given degrees. */
export function sceneOver(west: number, south: number, degrees: number, daysAgo: number, name = 'S2A'): Scene {
  const date = timestamp(cloudClock.now() - daysAgo * day);
  return {
    ...{ id: `${name}_${date}`, key: `${name}_${date}`, provider: 'sentinel', upstream: 'stand-in' },
    ...{ collection: 'sentinel-2-c1-l2a', date, created: date, assets: {} },
    footprint: multiPolygon(square(west, south, degrees).coordinates as [number, number][][][]),
  };
}

const registered: StoredSatelliteField[] = [];

/** Deletes the fields of all tests. */
export async function removeSearched(): Promise<void> {
  const store = satelliteFieldStore(table('satellite'), cloudClock);
  for (const field of registered.splice(0)) await store.remove(field);
}

/** The job with a catalogue of the test's own, on the cloud's table. */
export function searching(catalogue: FakeCatalogue) {
  const satellite = table('satellite');
  const sent: { ownerId: string; fieldId: string; processId: string }[] = [];
  const services: SearchServices = {
    cells: cellStore(satellite, { clock: cloudClock, newId }),
    fields: searchedFields(satellite),
    source: catalogue,
    collections: ['sentinel-2-c1-l2a', 'sentinel-2-l2a'],
    processes,
    processQueue: { send: async (message) => void sent.push(message) },
    planetLeases: planetLeases(satellite, cloudClock),
    planetQueue: { send: async () => {} },
    derivedId,
    clock: cloudClock,
  };
  const store = satelliteFieldStore(satellite, cloudClock);
  return {
    services,
    /** Messages sent to the workers that process scenes. */
    sent,
    store,

    /** Registers a field, and notes it in its cell, as the job does with a new one. */
    async field(
      cell: string,
      position: [number, number],
      span: number | { startDate: string; endDate: string } = 30,
      ownerId = newId(),
    ): Promise<StoredSatelliteField> {
      const [id, now] = [newId(), cloudClock.now()];
      const geometry = multiPolygon(square(...position).coordinates as [number, number][][][]);
      const wanted = typeof span === 'number' ? { daysBefore: span } : span;
      const field = newSatelliteField({ externalId: id, geometry, ...wanted }, { id, ownerId, geometry, now });
      await store.register(field);
      registered.push(field);
      await services.fields.markReported(field);
      await services.cells.newFields.note(cell, [{ ownerId, fieldId: id, since: field.since.sentinel ?? '' }]);
      return field;
    },

    search: (cell: string, publishedAt?: number) =>
      searchCell(
        { cell, ...(publishedAt !== undefined && { publishedAt }) },
        { holder: newId(), leaseMilliseconds: () => 60_000, hasTime: () => true },
        services,
      ),
  };
}
