import type {
  AdaptDocument,
  AdaptOperation,
  recordedOperations,
} from '../../../domain/machine-files/sets/adapt-document.ts';
import type { Machinery } from '../../../domain/machine-files/summary.ts';
import type { RawSet } from '../raw-set.ts';

type Work = ReturnType<typeof recordedOperations>[number]['work'];

/** The data of an operation in the catalog: field, crop and machines. */
export function adaptCatalog(
  { catalog }: AdaptDocument,
  work: Work,
  operation: AdaptOperation,
): Pick<RawSet, 'origin' | 'machinery' | 'crop'> {
  const field = catalog.fields?.find(({ id }) => id.referenceId === work.fieldId);
  const farm = catalog.farms?.find(({ id }) => id.referenceId === field?.farmId);
  const grower = catalog.growers?.find(({ id }) => id.referenceId === farm?.growerId);
  const zone = catalog.cropZones?.find(({ id }) => id.referenceId === work.cropZoneId);
  const products = catalog.products?.filter(({ id }) => operation.productIds?.includes(id.referenceId)) ?? [];
  const cropId = zone?.cropId ?? products.find((product) => product.cropId)?.cropId;
  const crop = catalog.crops?.find(({ id }) => id.referenceId === cropId)?.name;
  return {
    origin: {
      ...(grower && { grower: grower.name }),
      ...(farm && { farm: farm.name }),
      ...(field && { field: field.name }),
    },
    machinery: machineryOf(catalog, operation),
    ...(crop && { crop }),
  };
}

function machineryOf(
  { devices, deviceModels, brands }: AdaptDocument['catalog'],
  { deviceConfiguration, deviceConfigurations }: AdaptOperation,
): Machinery[] {
  const configurations = [...(deviceConfigurations ?? []), ...(deviceConfiguration ? [deviceConfiguration] : [])];
  const took = new Set(configurations.map(({ deviceId }) => deviceId));
  const found = devices?.filter(({ id }) => took.has(id.referenceId)) ?? [];
  return found.map(({ name, serialNumber, deviceModelId }) => {
    const model = deviceModels?.find(({ id }) => id.referenceId === deviceModelId);
    const brand = brands?.find(({ id }) => id.referenceId === model?.brandId);
    return {
      name,
      type: 'implement' as const,
      ...(serialNumber && { serialNumber }),
      brand: brand?.name ?? 'unknown',
      ...(model && { model: model.name }),
    };
  });
}
