/** Signs for units that are words in data. */
const signs: Record<string, string> = { percentage: '%', arcdeg: '°', m2: 'm²', m3: 'm³' };

/** A title such as `Dry mass per area, t/ha`. */
export function titleOf(property: string, unit: string): string {
  const words = property.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const sign = unit.replace(/^m3\b/, 'm³');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, ${signs[unit] ?? sign}`;
}
