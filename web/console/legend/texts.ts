import { factorOf } from '../../../domain/machine-files/points/units.ts';

/** The ground of a class without its unit, which the head of the column names. @example areaText(13_720, false) // '1.37' */
export function areaText(squareMetres: number, imperial: boolean): string {
  return (squareMetres / factorOf(imperial ? 'ac' : 'ha')).toLocaleString('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
}

/** Why points are hidden, for people, by the states of point layers. */
const reasons: Record<string, string> = {
  speed: 'slower than 0.5 m/s',
  yield: 'yields far from the others',
};

/** @example hiddenText([{ name: 'speed', points: 566 }, { name: 'yield', points: 843 }]) // '566 slower than 0.5 m/s, 843 yields far from the others' */
export function hiddenText(states: readonly { name: string; points: number }[]): string {
  return states.map(({ name, points }) => `${points.toLocaleString('en')} ${reasons[name] ?? name}`).join(', ');
}

/** @example ordinal(5) // 'fifth' */
export function ordinal(number: number): string {
  const names = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
  return names[number] ?? `${number}th`;
}
