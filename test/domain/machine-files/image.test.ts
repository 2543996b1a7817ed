import { expect, test } from 'vitest';
import { defaultSettings } from '../../../domain/configuration/configuration.ts';
import { askedOf, classOf, drawableOf } from '../../../domain/machine-files/image.ts';
import { classColours, colourOf, coloursOf, ramp } from '../../../domain/machine-files/maps/class-colours.ts';
import { deviationColours } from '../../../domain/machine-files/maps/deviation.ts';

/** Lightness from 0 to 100 (CIE 1976 L*) of red, green and blue from 0 to 1, without gamma. */
function lightness([red, green, blue]: number[]): number {
  const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  return luminance > 0.008856 ? 116 * Math.cbrt(luminance) - 16 : 903.3 * luminance;
}

const linear = (code: string) =>
  colourOf(code).map((channel) =>
    channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  );

/** Colour vision without one kind of cones: G. Machado et al., 2009, table 1, severity 1.0. */
const sights = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** How much lighter each colour is than the one before it. */
function stepsOf(colours: readonly string[], sight: readonly (readonly number[])[]): number[] {
  const seen = colours.map((code) => {
    const channels = linear(code);
    return lightness(sight.map((row) => row.reduce((sum, part, index) => sum + part * (channels[index] ?? 0), 0)));
  });
  return seen.slice(1).map((one, index) => one - (seen[index] ?? 0));
}

test.each(Object.entries(sights))('each colour is clearly lighter than the one before it: %s', (_, matrix) => {
  expect(Math.min(...stepsOf(classColours, matrix))).toBeGreaterThan(6);
});

test.each(Object.entries(sights))('colours of deviations get clearly lighter towards the target: %s', (_, matrix) => {
  const half = Math.ceil(deviationColours.length / 2);
  for (const side of [deviationColours, deviationColours.toReversed()]) {
    expect(Math.min(...stepsOf(side.slice(0, half), matrix))).toBeGreaterThan(6);
  }
});

test.each([
  [7, [...classColours]],
  [3, ['440154', '21908C', 'FDE725']],
  [1, ['21908C']],
])('%i classes have colours as distinct as possible', (classes, colours) => {
  expect(coloursOf(classes)).toEqual(colours);
});

test('the ramp has the colours by the percentage of the points below, and none for missing values', () => {
  expect(ramp).toMatchObject({ '0%': [68, 1, 84], '50%': [33, 144, 140], '100%': [253, 231, 37], nv: [0, 0, 0, 0] });
});

test.each([
  [0, 0],
  [10, 0],
  [10.1, 1],
  [30, 2],
  [99, 2],
])('the class of %d', (value, index) => {
  const classes = [10, 20, 30].map((max) => ({ min: max - 10, max, count: 1 }));
  expect(classOf(value, classes)).toBe(index);
});

test('the settings select images of properties of the named kind of work, or of every kind', () => {
  const attributes = { operationsImageAttributeCreation: { harvested: { speed: true, heading: false } } };
  expect(askedOf('harvested', { ...defaultSettings, operationsImageCreation: true, ...attributes })).toEqual(['speed']);
  expect(askedOf('planted', { ...defaultSettings, operationsImageCreation: true, ...attributes })).toEqual([]);
  expect(askedOf('harvested', { ...defaultSettings, ...attributes })).toEqual([]);
  expect(drawableOf('planted')).toContain('seedRate');
});
