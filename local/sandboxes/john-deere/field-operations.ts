import { found, link, unknown } from './answers.ts';
import { type Call, type DeereRoute, named, ofOrganization, route, timeAsked, valuesOf } from './call.ts';
import { list } from './lists.ts';
import type { Operation } from './world.ts';

const own = '/fieldOperations/{operation}';

export const fieldOperationRoutes: DeereRoute[] = [
  route('GET', '/organizations/{organization}/fields/{field}/fieldOperations', 'operations', ['ag2'], (call) => {
    const { id } = named(call, 'fields', 'field');
    const operations = ofOrganization(call, 'operations').filter((one) => one.fieldId === id && isWanted(call, one));
    return list(
      call,
      operations.map((one) => operationDocument(call, one)),
    );
  }),
  route('GET', own, 'operation', ['ag2'], (call) =>
    found(operationDocument(call, named(call, 'operations', 'operation'))),
  ),
  route('GET', `${own}/measurementTypes`, 'measurements', ['ag2'], (call) => {
    const operation = named(call, 'operations', 'operation');
    return list(call, measurements(call, operation), false);
  }),
  route('GET', `${own}/measurementTypes/{type}`, 'measurement', ['ag2'], (call) => {
    const operation = named(call, 'operations', 'operation');
    const wanted = measurements(call, operation).find(
      ({ measurementName }) => measurementName === call.parameters.type,
    );
    return wanted ? found(wanted) : unknown('measurement type');
  }),
];

/** Filters of a list. Those of days are inclusive. */
function isWanted(call: Call, { cropSeason, type, start, end }: Operation): boolean {
  const [season, kind] = ['cropSeason', 'fieldOperationType'].map((name) => call.query.get(name));
  const [from, to] = [timeAsked(call, 'startDate'), timeAsked(call, 'endDate')];
  return (
    (!season || cropSeason === season) &&
    (!kind || type === kind.toLowerCase()) &&
    (from === undefined || Date.parse(end) >= from) &&
    (to === undefined || Date.parse(start) <= to)
  );
}

const machineTypes = { application: 'sprayer', harvest: 'combine', seeding: 'planter', tillage: 'unknown' };

function operationDocument(call: Call, operation: Operation): object {
  const { platform, world } = call;
  const { id, type, cropSeason, cropName, modified, start, end, variety, product } = operation;
  const organization = `${platform}/organizations/${operation.organizationId}`;
  const self = `${platform}/fieldOperations/${id}`;
  const field = world.fields.get(operation.fieldId);
  const links = [
    link('organization', organization),
    link('field', `${organization}/fields/${operation.fieldId}`),
    link('self', self),
    link('measurementTypes', `${self}/measurementTypes`),
    ...Object.keys(operation.measurements).map((name) =>
      link(`${name[0]?.toLowerCase()}${name.slice(1)}`, `${self}/measurementTypes/${name}`),
    ),
    ...(field
      ? [
          link('client', `${organization}/clients/${field.clientId}`),
          link('farm', `${organization}/farms/${field.farmId}`),
        ]
      : []),
    ...(operation.shapefile ? [link('shapeFileAsync', `${platform}/fieldOps/${id}`)] : []),
  ];
  return {
    '@type': 'FieldOperation',
    ...{ fieldOperationType: type, adaptMachineType: machineTypes[type], cropSeason, modifiedTime: modified },
    ...{ startDate: start, endDate: end },
    ...(cropName && { cropName }),
    ...(variety && { varieties: [{ '@type': 'Product', productType: 'SEED', name: variety, tankMix: false }] }),
    ...(product && { products: product }),
    ...(operation.machineId !== undefined && { fieldOperationMachines: [machineDocument(call, operation)] }),
    ...(valuesOf(call, 'embed').includes('measurementTypes') && { measurementTypes: measurements(call, operation) }),
    ...{ id, links },
  };
}

function machineDocument({ world, uuid }: Call, { id, machineId, vin, operatorId }: Operation): object {
  const operator = operatorId === undefined ? undefined : world.operators.get(operatorId);
  return {
    '@type': 'FieldOperationMachine',
    ...{ erid: uuid(`machine of ${id}`), machineId },
    ...(operator && { operators: [{ '@type': 'Operator', operatorId: operator.id, name: operator.name }] }),
    ...(vin && { vin }),
  };
}

function measurements({ platform }: Call, { id, organizationId, fieldId, measurements }: Operation) {
  const self = `${platform}/fieldOperations/${id}`;
  const organization = `${platform}/organizations/${organizationId}`;
  return Object.entries(measurements).map(([measurementName, totals]) => ({
    '@type': 'FieldOperationMeasurement',
    measurementName,
    ...totals,
    links: [
      link('self', `${self}/measurementTypes/${measurementName}`),
      link('mapImage', `${self}/measurementTypes/${measurementName}`),
      link('organization', organization),
      link('field', `${organization}/fields/${fieldId}`),
      link('fieldOperation', self),
    ],
  }));
}
