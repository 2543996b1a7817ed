const measured = (value: number, unitId: string, variableRepresentation: string) => ({
  '@type': 'EventMeasurement',
  ...{ value, unitId, variableRepresentation },
});

/** Totals of the harvest of Jen-3, by the names of their types. */
export const harvestMeasurements = {
  HarvestYieldResult: {
    measurementCategory: 'Result',
    area: measured(3.81, 'ha', 'vrTaskArea'),
    yield: measured(49.7, 'm3', 'vrYieldVolume'),
    averageYield: measured(13.04, '[m3]1ha-1', 'vrYieldVolumePerArea'),
    averageMoisture: measured(16.93, 'prcnt', 'vrHarvestMoisture'),
    wetMass: measured(36.67, 't', 'vrYieldWetMass'),
    averageWetMass: measured(9.62, 't1ha-1', 'vrYieldWetMassPerArea'),
    averageSpeed: measured(6.7, 'km1hr-1', 'vrVehicleSpeed'),
  },
  HarvestMoistureResult: {
    measurementCategory: 'Result',
    area: measured(3.81, 'ha', 'vrTaskArea'),
    averageMoisture: measured(16.93, 'prcnt', 'vrHarvestMoisture'),
  },
};

const rate = (value: number, unitId: string) => ({ '@type': 'EventMeasurement', value, unitId });

/** The tank mix of the sample of an application, as its metadata say. */
export const tankMix = {
  '@type': 'Product',
  name: 'Tank Mix',
  tankMix: true,
  rate: rate(10, 'gal1ac-1'),
  carrier: { '@type': 'Component', name: 'Water', rate: rate(9.727, 'gal1ac-1') },
  components: [
    { '@type': 'Component', name: 'AMS', rate: rate(15, 'floz1ac-1') },
    { '@type': 'Component', name: 'Counter', rate: rate(20, 'floz1ac-1') },
  ],
};
