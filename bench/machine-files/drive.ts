/** Sections of the machine, each recorded once a second along passes up and down a field. */
const sections = 8;
export const sectionMetres = 1.52;
export const metresPerSecond = 2;
const passRecords = 400;
const degreeMetres = 111_320;
export const west = -93.155;
export const south = 41.666;
/** Time of the first record. */
export const start = Date.UTC(2025, 8, 19, 13);

export interface DrivenPosition {
  /** Degrees. */
  x: number;
  y: number;
  /** Seconds since the start. */
  second: number;
  section: number;
  northward: boolean;
}

/** Position of the machine at its n-th record. */
export function positionOf(record: number): DrivenPosition {
  const section = record % sections;
  const second = Math.floor(record / sections);
  const pass = Math.floor(second / passRecords);
  const northward = pass % 2 === 0;
  const along = (northward ? second % passRecords : passRecords - 1 - (second % passRecords)) * metresPerSecond;
  const across = (pass * sections + section) * sectionMetres;
  return {
    x: west + across / (degreeMetres * Math.cos((south * Math.PI) / 180)),
    y: south + along / degreeMetres,
    second,
    section,
    northward,
  };
}
