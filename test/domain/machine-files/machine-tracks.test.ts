import { expect, test } from 'vitest';
import { machineTracks } from '../../../domain/machine-files/points/machine-tracks.ts';

const metre = 1 / 111_195;

test('records of two machines in turn are told apart by their places', () => {
  const records = Array.from({ length: 200 }, (_, index) => {
    const [machine, second] = [index % 2, Math.floor(index / 2)];
    return { lon: machine * 80 * metre, lat: second * 2 * metre, time: second * 1000 };
  });
  expect(machineTracks(records, 12)).toEqual(records.map((_, index) => index % 2));
});

test('five records of one machine in a second, whose times are whole seconds, are of one machine', () => {
  const records = Array.from({ length: 200 }, (_, index) => {
    return { lon: 0, lat: index * 0.5 * metre, time: Math.floor(index / 5) * 1000 };
  });
  expect(new Set(machineTracks(records, 12))).toEqual(new Set([0]));
});
