/** Titles of the properties of points, in the order in which the layer picker lists them. */
const titles: Record<string, string> = {
  dryVolumePerArea: 'Yield, dry volume',
  dryMassPerArea: 'Yield, dry mass',
  wetVolumePerArea: 'Yield, wet volume',
  wetMassPerArea: 'Yield, wet mass',
  harvestMoisture: 'Moisture',
  proteinPercentage: 'Protein',
  appliedRate: 'Applied rate',
  appliedRateTarget: 'Target rate',
  seedRate: 'Seed rate',
  seedRateTarget: 'Target seed rate',
  tillageDepthActual: 'Tillage depth',
  tillageDepthTarget: 'Target depth',
  variety: 'Variety',
  crop: 'Crop',
  seedDepth: 'Seed depth',
  singulation: 'Singulation',
  skips: 'Skips',
  doubles: 'Doubles',
  downForce: 'Down force',
  tillType: 'Kind of tillage',
  speed: 'Speed',
  elevation: 'Elevation',
  cropFlow: 'Crop flow',
  dryVolume: 'Dry volume of a point',
  dryMass: 'Dry mass of a point',
  wetVolume: 'Wet volume of a point',
  wetMass: 'Wet mass of a point',
  area: 'Ground of a point',
  distance: 'Distance to the next point',
  heading: 'Heading',
  equipmentWidth: 'Working width',
  sectionId: 'Section',
  machinery: 'Machine',
  recordingStatus: 'Recording',
  fuelUsed: 'Fuel used',
  fuelRate: 'Fuel rate',
};

const order = Object.keys(titles);
/** Properties before this one are what agronomists look at; the others are listed as those of the machine. */
const firstOfMachine = order.indexOf('cropFlow');

/** The title of a property. @example propertyTitle('harvestMoisture') // 'Moisture' */
export function propertyTitle(property: string): string {
  return titles[property] ?? property;
}

/** Whether a property describes the machine's record and not the crop. */
export function isOfMachine(property: string): boolean {
  return !(order.indexOf(property) >= 0 && order.indexOf(property) < firstOfMachine);
}

/** Orders properties for the picker: yields in bushels before others, then as in `titles`. */
export function byInterest<T extends { property: string; unit?: string }>(properties: readonly T[]): T[] {
  const rank = ({ property, unit = '' }: T) => {
    const at = order.indexOf(property);
    // A volume in another unit than bushels is not how a yield is spoken of.
    if (property.endsWith('VolumePerArea') && !unit.startsWith('bu/')) return firstOfMachine - 0.5;
    return at < 0 ? order.length : at;
  };
  return properties.toSorted((one, other) => rank(one) - rank(other));
}

const signs: Record<string, string> = {
  percentage: '%',
  m2: 'm²',
  m3: 'm³',
  arcdeg: '°',
  'mi/hr': 'mph',
  'km/hr': 'km/h',
};

/** A unit of the API for people. @example unitText('percentage') // '%' */
export function unitText(unit: string): string {
  return signs[unit] ?? unit.replace(/^m3\b/, 'm³').replace(/\b(m|ft)2$/, '$1²');
}
