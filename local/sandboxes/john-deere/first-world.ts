import { farmFields, farms, field01, growers, jen3, tankMixRate } from '../world/farm.ts';
import { seededIds } from '../world/seeded.ts';
import { harvestMeasurements, tankMix } from './measurements.ts';
import type { Collections, DeereWorld, Delivery, Equipment, Field, Operation } from './world.ts';

export const organizationId = '1234';
const made = '2018-05-16T15:04:24.787Z';

/** How events are delivered before a client says otherwise. */
export const firstDelivery: Delivery = {
  ...{ authorizationHeaderValue: '', concurrentDeliveries: 1, maxBatchSize: 10, status: 'Active' },
};

/** The world before anybody changes it: one connected organization with a farm, and one that is not connected. */
export function firstWorld(seed: string): DeereWorld {
  const { uuid } = seededIds(seed);
  const own = { organizationId, archived: false };
  const fields = farmFields(uuid);
  let number = 500_000;
  const collections: Collections = {
    organizations: byId([
      { id: organizationId, name: 'Prairie Sandbox Farms', type: 'customer', isConnected: true },
      { id: '4321', name: 'Second Sandbox Farms', type: 'customer', isConnected: false },
    ]),
    clients: byId(growers.map(({ id, name }) => ({ ...own, id, name }))),
    farms: byId(farms.map(({ id, name, grower }) => ({ ...own, id, name, clientId: grower }))),
    fields: byId(
      fields.map(
        ({ id, name, grower, farm, isArchived = false }): Field => ({
          ...own,
          ...{ id, name, clientId: grower, farmId: farm, archived: isArchived, modified: made },
        }),
      ),
    ),
    boundaries: byId(
      fields.map(({ id, name, outline }) => ({
        ...own,
        ...{ id: uuid(`boundary ${id}`), fieldId: id, name: `Boundary ${name}`.slice(0, 20), polygons: [outline] },
        ...{
          active: true,
          irrigated: false,
          sourceType: 'HandDrawn',
          signalType: 'dtiSignalTypeRTK',
          created: made,
          modified: made,
        },
      })),
    ),
    operations: byId(operations(uuid)),
    files: byId([
      {
        ...own,
        ...{
          id: '577499742',
          name: 'Gen4_4600_Harvest.zip',
          type: 'DOC' as const,
          source: '1H0S670SAE0765947',
          status: 'READY' as const,
        },
        ...{ isFromMachine: true, created: '2017-10-27T14:50:00.000Z', modified: '2017-10-27T14:50:00.000Z' },
        filling: { sample: 'display-data' as const },
      },
      {
        ...own,
        ...{
          id: '577499743',
          name: 'jen3_harvest_shapefile.zip',
          type: 'EXPORT' as const,
          source: 'SandboxGrower',
          status: 'READY' as const,
        },
        ...{ isFromMachine: false, created: made, modified: made, filling: { sample: 'harvest-of-jen-3' as const } },
      },
    ]),
    equipment: byId(equipment()),
    operators: byId([
      { ...own, id: uuid('operator 1'), name: 'Sandbox Operator', modified: made },
      { ...own, id: uuid('operator 2'), name: 'Second Operator', modified: '2019-03-22T08:48:20.000Z' },
      { ...own, id: uuid('operator 3'), name: 'Former Operator', archived: true, modified: made },
    ]),
  };
  return {
    ...collections,
    isNothingSelected: false,
    subscriptions: new Map(),
    transfers: new Map(),
    delivery: { ...firstDelivery },
    polls: new Map(),
    nextNumber() {
      number += 1;
      return number;
    },
  };
}

function byId<Item extends { id: string }>(items: Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

/** Work on fields, with times of the samples. */
function operations(uuid: (name: string) => string): Operation[] {
  const own = {
    organizationId,
    modified: made,
    polls: 2,
    machineId: 637_795,
    vin: '1H0S670SAE0765947',
    operatorId: uuid('operator 1'),
  };
  return [
    {
      ...own,
      ...{
        id: 'MTIzNF81ZGJiMTBkZmM3ODg4ZDMxZDA1MzUxOWM',
        fieldId: jen3,
        type: 'harvest',
        cropSeason: '2017',
        cropName: 'CORN_WET',
      },
      ...{ variety: 'CORNVAR-001', start: '2017-10-27T08:59:59.139Z', end: '2017-10-27T09:40:32.319Z' },
      ...{ measurements: harvestMeasurements, shapefile: { sample: 'harvest-of-jen-3' } },
    },
    {
      ...own,
      ...{
        id: 'MjIzMDMxXzU4NDFkMDM2YTA2ZDkwMDk3MGYyNDJkMw',
        fieldId: field01,
        type: 'harvest',
        cropSeason: '2016',
        cropName: 'SOYBEANS',
      },
      ...{
        start: '2016-09-19T16:45:10.000Z',
        end: '2016-09-19T19:50:25.991Z',
        measurements: {},
        shapefile: { sample: 'harvest-of-01' },
      },
    },
    {
      ...own,
      ...{
        id: 'MTIzNF81ZGMxZjQxNmM3ODg4ZDA2YjhhOWEyNGI',
        fieldId: tankMixRate,
        type: 'application',
        cropSeason: '2017',
      },
      ...{ product: tankMix, start: '2017-11-29T16:21:32.193Z', end: '2017-11-29T16:34:31.204Z', measurements: {} },
      shapefile: { sample: 'application-of-tank-mix-rate' },
    },
    {
      ...own,
      ...{
        id: 'MTIzNF9zYW5kYm94X3NlZWRpbmc',
        fieldId: tankMixRate,
        type: 'seeding',
        cropSeason: '2017',
        cropName: 'CORN_WET',
      },
      ...{ variety: 'Hybrid 1', start: '2017-04-27T14:00:00.000Z', end: '2017-04-27T14:15:56.000Z', measurements: {} },
      shapefile: { sample: 'seeding-of-tank-mix-rate' },
    },
    {
      ...own,
      ...{ id: 'MTIzNF9zYW5kYm94X3RpbGxhZ2U', fieldId: jen3, type: 'tillage', cropSeason: '2017' },
      ...{ start: '2017-04-10T13:00:00.000Z', end: '2017-04-10T15:10:00.000Z', measurements: {} },
    },
  ];
}

/** Machines and implements. Ids of equipment are not those of telematics, and some makers are placeholders, as clients of the provider report. */
function equipment(): Equipment[] {
  const own = { organizationId, archived: false, isTelematicsCapable: true };
  return [
    {
      ...own,
      ...{
        id: '637795',
        category: 'Machine',
        name: 'Combine S670',
        serialNumber: '1H0S670SAE0765947',
        make: 'JOHN DEERE',
      },
      ...{ type: 'Combine', model: 'S670', modelYear: '2014', principalId: 217_373 },
    },
    {
      ...own,
      ...{
        id: '637796',
        category: 'Machine',
        name: 'Tractor 8360R',
        serialNumber: '1RW8360RPBP055358',
        make: 'JOHN DEERE',
      },
      ...{ type: 'Tractor', model: '8360R', modelYear: '2012', principalId: 217_374 },
    },
    {
      ...own,
      ...{
        id: '637797',
        category: 'Implement',
        name: 'Planter 24 rows',
        serialNumber: 'A01775E760247',
        make: 'JOHN DEERE',
        isTelematicsCapable: false,
      },
      ...{ type: 'Planter', model: '1775NT', modelYear: '2015', principalId: 217_375 },
    },
    {
      ...own,
      ...{
        id: '637798',
        category: 'Implement',
        name: '-',
        serialNumber: '-',
        make: 'OTHER',
        isTelematicsCapable: false,
      },
      ...{ type: 'Sprayer', model: '-', principalId: 217_376 },
    },
  ];
}
