export type Colour = readonly [red: number, green: number, blue: number];

/**
 * The colours of maps, from the lowest values to the highest: viridis of matplotlib (S. van der Walt and N. Smith,
 * 2015, CC0) in seven steps. Lightness increases monotonically, so that they can be distinguished in grey prints and by
 * colour-blind people.
 */
export const classColours = ['440154', '443A83', '31688E', '21908C', '35B779', '8FD744', 'FDE725'] as const;

/** The colours in responses, by the percentage of points below; `nv` is the colour of missing values. */
export const ramp = rampOf(classColours);

/**
 * Colours in the form of responses.
 *
 * @param colours from the lowest values to the highest.
 */
export function rampOf(colours: readonly string[]): Record<string, number[]> {
  const shares = colours.map((code, index) => [
    `${Math.round((100 * index) / (colours.length - 1))}%`,
    [...colourOf(code)],
  ]);
  return { ...Object.fromEntries(shares), nv: [0, 0, 0, 0] };
}

/** The colours for any number of classes: all seven, those furthest apart, or steps between them. */
export function coloursOf(classes: number): string[] {
  const last = classColours.length - 1;
  return Array.from({ length: classes }, (_, index) => {
    const at = classes === 1 ? last / 2 : (index * last) / (classes - 1);
    if (classes <= classColours.length) return classColours[Math.round(at)] ?? classColours[0];
    const [below, above] = [Math.floor(at), Math.ceil(at)].map((step) => colourOf(classColours[step] ?? ''));
    return codeOf(below, above, at % 1);
  });
}

/** A colour between two, by its share of the second. */
function codeOf(one: Colour = [0, 0, 0], other: Colour = one, share: number): string {
  const channels = one.map((channel, index) => Math.round(channel + share * ((other[index] ?? channel) - channel)));
  return channels.map((channel) => channel.toString(16).padStart(2, '0').toUpperCase()).join('');
}

/** Parses a colour in hexadecimal digits. */
export function colourOf(code: string): Colour {
  const value = Number.parseInt(code, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
