/** Red, green and blue, from 0 to 255. */
type Rgb = [red: number, green: number, blue: number];

const inks = ['#1d2718', '#eef1e7'] as const;
/** Minimum of WCAG 2.2, level AA, for text of any size. */
const enough = 4.5;
/** Maximum luminance of the background of pages in dark mode. */
const darkLuminance = 0.035;

/** The colours derived from an owner's colour: the background, and readable text on it. */
export interface Ground {
  ground: string;
  ink: string;
}

/**
 * A background in an owner's colour. Its text has the usual colour if the contrast is sufficient, otherwise black or white, one of which always
 * suffices. In dark mode a light colour is darkened and keeps its hue. Undefined for a text that is not a colour.
 */
export function groundOf(color: string, isDark: boolean): Ground | undefined {
  const rgb = read(color);
  if (!rgb) return undefined;
  const ground = isDark ? darkened(rgb) : rgb;
  return { ground: hex(ground), ink: readableOn(ground) };
}

function readableOn(ground: Rgb): string {
  const best = (candidates: readonly string[]) =>
    [...candidates].sort(
      (a, b) => contrast(read(b) ?? [0, 0, 0], ground) - contrast(read(a) ?? [0, 0, 0], ground),
    )[0] ?? '#000000';
  const usual = best(inks);
  return contrast(read(usual) ?? [0, 0, 0], ground) >= enough ? usual : best(['#000000', '#ffffff']);
}

function darkened(rgb: Rgb): Rgb {
  const [red, green, blue] = rgb;
  let share = 1;
  while (luminance([red * share, green * share, blue * share]) > darkLuminance) share -= 0.02;
  return [red * share, green * share, blue * share];
}

/** From 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** `#rgb` or `#rrggbb`. */
export function read(color: string): Rgb | undefined {
  if (!/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) return undefined;
  const digits = color.slice(1);
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  return pairs.map((pair) => Number.parseInt(pair, 16)) as Rgb;
}

function hex(rgb: Rgb): string {
  return `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
