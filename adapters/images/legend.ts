import { type Canvas, type Corner, fill, write } from './canvas.ts';
import { textHeight, textWidth } from './lettering.ts';

/** Sizes in dots of letters. */
export const [lineHeight, swatch, space] = [14, 10, 4] as const;

/** One line of a legend. */
export interface LegendRow {
  /** As pixels of the canvas have it. */
  colour: number;
  text: string;
}

/** The size of a legend in dots. */
export function legendSize(rows: readonly LegendRow[]): { width: number; height: number } {
  const widest = Math.max(0, ...rows.map(({ text }) => textWidth(text)));
  return { width: rows.length === 0 ? 0 : swatch + space + widest, height: rows.length * lineHeight };
}

/** Draws a swatch of each colour with its text, below one another. */
export function drawLegend(canvas: Canvas, [left, top]: Corner, rows: readonly LegendRow[], ink: number): void {
  const { dot } = canvas;
  for (const [index, { colour, text }] of rows.entries()) {
    const y = top + index * lineHeight * dot;
    fill(canvas, [left, y], [swatch * dot, swatch * dot], colour);
    const textTop = y + Math.floor((swatch - textHeight) / 2) * dot;
    write(canvas, text, [left + (swatch + space) * dot, textTop], ink);
  }
}

/**
 * Texts with the areas beside them in a column of their own, as all letters are equally wide.
 *
 * @param areas as many as texts, empty where an area is unknown.
 * @example withAreas(['up to 2,100', '> 2,100'], ['1.25 ac', '10.50 ac']) // ['up to 2,100   1.25 ac', '> 2,100      10.50 ac']
 */
export function withAreas(texts: readonly string[], areas: readonly string[]): string[] {
  const [textLength = 0, areaLength = 0] = [texts, areas].map((all) => Math.max(0, ...all.map(({ length }) => length)));
  if (areaLength === 0) return [...texts];
  return texts.map((text, index) => `${text.padEnd(textLength)}  ${(areas[index] ?? '').padStart(areaLength)}`);
}
