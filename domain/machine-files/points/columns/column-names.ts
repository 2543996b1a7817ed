import type { OperationType } from '../../operation-type.ts';
import { type PointProperty, type PointPropertyName, pointProperties } from '../point-properties.ts';
import type { Dimension } from './simple-units.ts';

/** The column of a property, by its names. */
export interface KnownColumn {
  /** Plain names (`plainName`). */
  names: readonly string[];
  property: PointPropertyName;
  /** What the name says that it measures; by default whatever the property may. A unit of another dimension contradicts it. */
  dimensions?: readonly Dimension[];
  /** The unit by convention, if the source names none. Absent for text. */
  unit?: string;
  /** The one in metric tables, if it is not the usual one beside `unit` (`metricUnit`). */
  metric?: string;
  /** Without a unit in the header the column has no meaning, since there is no convention. */
  isOpen?: true;
  /** Whether the name itself ends with its unit. */
  isSaid?: true;
}

const words = (text: string) => text.split(' ');
const [mass, volume, count] = [['massPerArea'], ['volumePerArea'], ['countPerArea']] as const;

const shared: KnownColumn[] = [
  { names: words('distance dist disttraveled traveldistance logdistance'), property: 'distance', unit: 'ft' },
  { names: words('distancef distf'), property: 'distance', unit: 'ft', isSaid: true },
  {
    names: words(
      'swathwidth swthwdth swathwdt width swath workingwidth workwidth implementwidth equipmentwidth machinewidth boomwidth cutwidth headerwidth effectivewidth',
    ),
    property: 'equipmentWidth',
    unit: 'ft',
  },
  { names: words('swathwdtf swthwdthf'), property: 'equipmentWidth', unit: 'ft', isSaid: true },
  { names: words('elevation elev altitude height gpsaltitude gpselevation'), property: 'elevation', unit: 'ft' },
  { names: ['elevationf'], property: 'elevation', unit: 'ft', isSaid: true },
  { names: words('heading track trackdeg course bearing'), property: 'heading', unit: 'arcdeg' },
  { names: words('speed vehiclspee vehiclespeed gndspeed groundspeed machinespeed'), property: 'speed', unit: 'mi/hr' },
  { names: ['speedmph'], property: 'speed', unit: 'mi/hr', isSaid: true },
  { names: words('sectionid section'), property: 'sectionId' },
  { names: words('fuelused fuelconsumed'), property: 'fuelUsed', unit: 'gal' },
  { names: words('fuelrate fuelflow'), property: 'fuelRate', unit: 'gal/h' },
  { names: words('variety varieties hybrid'), property: 'variety' },
  { names: words('crop croptype productpr grain'), property: 'crop' },
  { names: ['yoffset'], property: 'yOffset', unit: 'm' },
  { names: ['xoffset'], property: 'xOffset', unit: 'm' },
];

const harvested: KnownColumn[] = [
  {
    names: words('moisture moist moistureprcnt moisturepct moisturepercent grainmoisture cropmoisture harvestmoisture'),
    property: 'harvestMoisture',
    unit: 'percentage',
  },
  {
    names: words('wetmass yieldmass yldmasswet yldmasswe yldmassw yieldmasswet massyield wetyieldmass'),
    property: 'wetMassPerArea',
    unit: 'lb/ac',
  },
  {
    names: words('yldmassdry yldmassdr drymass yldmassd yieldmassdry dryyieldmass'),
    property: 'dryMassPerArea',
    unit: 'lb/ac',
  },
  {
    names: words(
      'yldvolwe yldvolwet yieldvolwet yieldvolumewet yldvol yieldvol yieldvolume volumeyield wetyieldvolume',
    ),
    property: 'wetVolumePerArea',
    unit: 'bu/ac',
  },
  { names: ['yldvolwetbu'], property: 'wetVolumePerArea', unit: 'bu/ac', isSaid: true },
  // VRYIELDVOL is at the crop's standard moisture: it adds up to WetMass after drying, never to WetMass itself.
  {
    names: words('yldvoldry yldvoldr vryieldvol yieldvoldry yieldvolumedry dryyieldvolume'),
    property: 'dryVolumePerArea',
    unit: 'bu/ac',
  },
  // A yield is wet unless the source says that it is dry.
  ...yields('yield yld cropyield grainyield wetyield yieldwet yldwet', 'wetMassPerArea', 'wetVolumePerArea'),
  ...yields('dryyield yielddry ylddry', 'dryMassPerArea', 'dryVolumePerArea'),
  {
    names: words('cropflw cropflow cropflwm cropflowm grainflow massflow grainmassflow flow'),
    property: 'cropFlow',
    unit: 'lb/s',
  },
  { names: words('duration interval logginginterval loginterval'), property: 'samplingInterval', unit: 's' },
  { names: ['durations'], property: 'samplingInterval', unit: 's', isSaid: true },
  { names: words('protein proteinpct grainprotein proteincontent'), property: 'proteinPercentage', unit: 'percentage' },
];

function yields(names: string, byMass: PointPropertyName, byVolume: PointPropertyName): KnownColumn[] {
  return [
    { names: words(names), property: byMass, unit: 't/ha', isOpen: true },
    { names: words(names), property: byVolume, unit: 'bu/ac', isOpen: true },
  ];
}

const planted: KnownColumn[] = [
  {
    names: words('seedrate seedingrate plantingrate appliedrate appliedrat actualrate rateapplied'),
    property: 'seedRate',
    unit: 'seeds/ac',
  },
  {
    names: words('rtapdct seedcount population plantpopulation seedpopulation'),
    property: 'seedRate',
    dimensions: count,
    unit: 'seeds/ac',
  },
  { names: words('rtapdms seedmassrate'), property: 'seedRate', dimensions: mass, unit: 'lb/ac', metric: 'kg/ha' },
  {
    names: words('targetrate tgtrate seedratetarget rttgt controlrate targetseedrate'),
    property: 'seedRateTarget',
    unit: 'seeds/ac',
  },
  {
    names: words('rttgtct tgtratect targetpopulation'),
    property: 'seedRateTarget',
    dimensions: count,
    unit: 'seeds/ac',
  },
  { names: words('rttgtms tgtratems'), property: 'seedRateTarget', dimensions: mass, unit: 'lb/ac', metric: 'kg/ha' },
  { names: words('seeddepth depth plantingdepth sowingdepth'), property: 'seedDepth', unit: 'in' },
  { names: words('downforce applieddownforce appldnfrc'), property: 'downForce', unit: 'lbf' },
  { names: words('singulation singulatio'), property: 'singulation', unit: 'percentage' },
  { names: words('skips skip'), property: 'skips', unit: 'percentage' },
  { names: words('doubles multiples'), property: 'doubles', unit: 'percentage' },
];

const applied: KnownColumn[] = [
  {
    names: words('appliedrate appliedrat actualrate actrate rateapplied applrate applicationrate'),
    property: 'appliedRate',
    unit: 'gal/ac',
  },
  {
    names: words(
      'rtapdliq rtapdliquid rtapdvol liquidrate volumerate appliedvolumerate appliedratevolume appliedratevol appliedrateliquid appliedrateliq rateappliedliquid rateappliedvolume',
    ),
    property: 'appliedRate',
    dimensions: volume,
    unit: 'gal/ac',
  },
  {
    names: words('rtapdms rtapdmass massrate appliedmassrate appliedratemass appliedratems rateappliedmass'),
    property: 'appliedRate',
    dimensions: mass,
    unit: 'lb/ac',
    metric: 'kg/ha',
  },
  { names: words('rtapdct rtapdcount'), property: 'appliedRate', dimensions: count, unit: 'seeds/ac' },
  {
    names: words('targetrate tgtrate rttgt appliedratetarget targetapplicationrate'),
    property: 'appliedRateTarget',
    unit: 'gal/ac',
  },
  {
    names: words('rttgtliq tgtrateliq targetrateliquid targetratevolume targetratevol targetvolumerate'),
    property: 'appliedRateTarget',
    dimensions: volume,
    unit: 'gal/ac',
  },
  {
    names: words('rttgtms tgtratems targetratemass targetmassrate'),
    property: 'appliedRateTarget',
    dimensions: mass,
    unit: 'lb/ac',
    metric: 'kg/ha',
  },
];

const tillage: KnownColumn[] = [
  {
    names: words('depthactual tilldepth tillagedepth tillagedepthactual workingdepth actualdepth depth'),
    property: 'tillageDepthActual',
    unit: 'in',
  },
  { names: words('depthtarget tillagedepthtarget targetdepth'), property: 'tillageDepthTarget', unit: 'in' },
  { names: words('tilltype tillagetype'), property: 'tillType' },
];

const own: Record<OperationType, readonly KnownColumn[]> = { harvested, planted, applied, tillage };

/** The columns that have a meaning for this kind of work only, and those of every kind. */
export function columnsOf(operation: OperationType): { own: readonly KnownColumn[]; shared: readonly KnownColumn[] } {
  return { own: own[operation], shared };
}

const operations = Object.keys(own) as OperationType[];

const byName = new Map(operations.map((operation) => [operation, index([...own[operation], ...shared])]));

function index(columns: readonly KnownColumn[]): Map<string, KnownColumn[]> {
  const found = new Map<string, KnownColumn[]>();
  for (const column of columns) {
    for (const name of column.names) found.set(name, [...(found.get(name) ?? []), column]);
  }
  return found;
}

/** The columns of a plain name. */
export function columnsNamed(plain: string, operation: OperationType): readonly KnownColumn[] {
  return byName.get(operation)?.get(plain) ?? [];
}

/** Whether a plain name is that of a column for any kind of work, and the unit that it ends with. */
export function knownName(plain: string): { unit?: string } | undefined {
  const found = operations.flatMap((operation) => columnsNamed(plain, operation));
  if (found.length === 0) return undefined;
  const said = found.find(({ isSaid }) => isSaid)?.unit;
  return said ? { unit: said } : {};
}

/** What a column measures by its name. */
export function dimensionsOf({ property, dimensions }: KnownColumn): readonly Dimension[] {
  const { dimensions: all = [] }: PointProperty = pointProperties[property];
  return dimensions ?? all;
}
