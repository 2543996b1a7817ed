/** A column of the table of aggregated attributes of map units, `muaggatt`, of the Soil Survey Geographic Database (SSURGO). */
export interface SoilColumn {
  /** The name in the survey. */
  name: string;
  type: 'text' | 'number';
  /** The name in queries, if it differs. */
  readable?: string;
  description: string;
  unit?: string;
}

/** A column: its name, type, name in queries, description and unit. */
type Line = [name: string, type: SoilColumn['type'], readable: string | undefined, description: string, unit?: string];

/**
 * All columns in order; clients refer to them by index from 0: `muaggatt_col_16` is the drainage class. Source: the
 * survey's own "SSURGO metadata, table column descriptions".
 */
const lines: Line[] = [
  ['musym', 'text', 'mapUnitSymbol', 'The symbol of the map unit in its survey area.'],
  ['muname', 'text', 'mapUnitName', 'The name of the map unit.'],
  ['mustatus', 'text', undefined, 'The status of the map unit.'],
  ['slopegraddcp', 'number', 'slope', 'The slope of the dominant component.', '%'],
  ['slopegradwta', 'number', 'slopeAverage', 'The weighted average of the slopes of all components.', '%'],
  ['brockdepmin', 'number', 'bedrockDepth', 'The least depth to bedrock.', 'cm'],
  ['wtdepannmin', 'number', 'waterTableDepth', 'The least depth to the water table of the year.', 'cm'],
  ['wtdepaprjunmin', 'number', 'waterTableDepthSpring', 'The least depth to the water table from April to June.', 'cm'],
  ['flodfreqdcd', 'text', 'floodingFrequency', 'How often the dominant condition is flooded.'],
  ['flodfreqmax', 'text', 'floodingFrequencyMaximum', 'How often the wettest component is flooded.'],
  ['pondfreqprs', 'text', 'ponding', 'The share that is subject to ponding, as a class.'],
  ['aws025wta', 'number', 'waterStorage25', 'The water that the uppermost 25 cm can store for plants.', 'cm'],
  ['aws050wta', 'number', 'waterStorage50', 'The water that the uppermost 50 cm can store for plants.', 'cm'],
  ['aws0100wta', 'number', 'waterStorage100', 'The water that the uppermost 100 cm can store for plants.', 'cm'],
  ['aws0150wta', 'number', 'waterStorage150', 'The water that the uppermost 150 cm can store for plants.', 'cm'],
  ['drclassdcd', 'text', 'drainageClass', 'The drainage class of the dominant condition.'],
  ['drclasswettest', 'text', 'drainageClassWettest', 'The drainage class of the wettest component.'],
  ['hydgrpdcd', 'text', 'hydrologicGroup', 'The hydrologic group of the dominant condition.'],
  ['iccdcd', 'text', 'irrigatedCapabilityClass', 'The land capability class with irrigation.'],
  ['iccdcdpct', 'number', undefined, 'The share of the components of that class.', '%'],
  ['niccdcd', 'text', 'capabilityClass', 'The land capability class without irrigation.'],
  ['niccdcdpct', 'number', undefined, 'The share of the components of that class.', '%'],
  ['engdwobdcd', 'text', undefined, 'How suitable for dwellings without basements.'],
  ['engdwbdcd', 'text', undefined, 'How suitable for dwellings with basements.'],
  ['engdwbll', 'text', undefined, 'How suitable for dwellings with basements: the least limiting.'],
  ['engdwbml', 'text', undefined, 'How suitable for dwellings with basements: the most limiting.'],
  ['engstafdcd', 'text', undefined, 'How suitable for septic tank fields.'],
  ['engstafll', 'text', undefined, 'How suitable for septic tank fields: the least limiting.'],
  ['engstafml', 'text', undefined, 'How suitable for septic tank fields: the most limiting.'],
  ['engsldcd', 'text', undefined, 'How suitable for sewage lagoons.'],
  ['engsldcp', 'text', undefined, 'How suitable for sewage lagoons: the dominant component.'],
  ['englrsdcd', 'text', undefined, 'How suitable for local roads and streets.'],
  ['engcmssdcd', 'text', undefined, 'How suitable as a source of construction material: sand.'],
  ['engcmssmp', 'text', undefined, 'How suitable as a source of sand: the most probable.'],
  ['urbrecptdcd', 'text', undefined, 'How suitable for paths and trails.'],
  ['urbrecptwta', 'number', undefined, 'How suitable for paths and trails, as a weighted average.'],
  ['forpehrtdcp', 'text', undefined, 'The hazard of erosion of forest roads and trails.'],
  ['hydclprs', 'text', 'hydric', 'The share that is hydric, as a class.'],
  ['awmmfpwwta', 'number', undefined, 'How suitable for manure and food-processing waste, as a weighted average.'],
  ['mukey', 'text', undefined, 'The key of the map unit.'],
];

export const soilColumns: readonly SoilColumn[] = lines.map(([name, type, readable, description, unit]) => ({
  name,
  type,
  description,
  ...(readable !== undefined && { readable }),
  ...(unit !== undefined && { unit }),
}));
