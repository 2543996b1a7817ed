import { factorOf } from '../../../domain/machine-files/points/units.ts';

/** The ground of a class without its unit, which the head of the column names. @example areaText(13_720, false) // '1.37' */
export function areaText(squareMetres: number, imperial: boolean): string {
  return (squareMetres / factorOf(imperial ? 'ac' : 'ha')).toLocaleString('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
}

/** Why points are hidden, for people, by the states of point layers: rules of the cleanup, and what is wrong with points that do not count. */
const reasons: Record<string, string> = {
  speed: 'slower than 0.5 m/s',
  yield: 'yields far from the others',
  beyondLimit: 'beyond what is possible',
  spike: 'far above the points beside them',
  jump: 'at places that no machine reaches in the time',
  repeated: 'recorded twice',
};
const reasonOf = (state: string) => reasons[state] ?? reasons[state.slice(state.lastIndexOf(' ') + 1)] ?? state;

/** @example hiddenText([{ name: 'speed', points: 566 }, { name: 'yield', points: 843 }]) // '566 slower than 0.5 m/s, 843 yields far from the others' */
export function hiddenText(states: readonly { name: string; points: number }[]): string {
  return states.map(({ name, points }) => `${points.toLocaleString('en')} ${reasonOf(name)}`).join(', ');
}

/** @example ordinal(5) // 'fifth' */
export function ordinal(number: number): string {
  const names = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
  return names[number] ?? `${number}th`;
}
