import type { Bounds, MultiPolygon } from '../../domain/geometry/multi-polygon.ts';
import { outlineOf } from '../../domain/satellite/pictures/outline.ts';
import type { LegendLine } from '../../domain/satellite/pictures/picture-legend.ts';
import { type Canvas, fill, write } from '../images/canvas.ts';
import { drawLegend, legendSize, lineHeight, withAreas } from '../images/legend.ts';
import { textWidth } from '../images/lettering.ts';
import { encodeColours } from '../images/png.ts';
import type { DecodedPicture } from '../images/read-png.ts';

/** What stands beside a picture. */
export interface SheetTexts {
  /** `NDVI, 2023-08-13 10:08 UTC`. */
  title: string;
  legend: readonly LegendLine[];
  /** The credit for the scene, below the picture. */
  credit: string;
}

export interface Sheet {
  picture: DecodedPicture;
  /** The edges of the picture, in degrees. */
  bounds: Bounds;
  /** The field whose outline is drawn. */
  outline?: MultiPolygon | undefined;
  /** A sheet of white paper around the picture; without it, the result has exactly the extent of the picture, and is transparent outside of the field. */
  texts?: SheetTexts | undefined;
}

/** The longest side of the drawn picture in pixels; larger ones are made smaller. Colours that do not compress then have 3 MB, which fit into a response. */
const maxSide = 1_000;
/** Pixels per dot of a letter. */
const dot = 2;
/** In dots of letters. */
const [margin, minTextWidth, lineWidth] = [8, 240, 1];

/** A colour as a pixel of a canvas: bytes of red, green, blue and opacity in the order of this machine's memory, which is little-endian. */
const packed = (red: number, green: number, blue: number, opacity = 255) =>
  (red | (green << 8) | (blue << 16) | (opacity << 24)) >>> 0;

const [paper, ink, halo] = [packed(255, 255, 255), packed(32, 32, 32), packed(255, 255, 255)];

/** Draws a picture of a scene with its texts and the outline of the field, as PNG. */
export function pictureSheet({ picture, bounds, outline, texts }: Sheet): Uint8Array {
  const step = Math.max(1, Math.ceil(Math.max(picture.width, picture.height) / maxSide));
  const [wide, high] = [Math.ceil(picture.width / step), Math.ceil(picture.height / step)];
  const small = { ...canvasOf(wide, high, 0), dot };
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const [red, green, blue, opacity] = picture.colourAt(x * step, y * step);
      small.pixels[y * wide + x] = opacity === 0 ? 0 : packed(red, green, blue, opacity);
    }
  }
  if (!texts) {
    if (outline) drawOutline(small, outline, bounds, { wide, high, left: 0, top: 0 });
    return encoded(small);
  }
  const palette = picture.numbers?.palette ?? [];
  const areas = texts.legend.map(({ hectares }) => `${hectares.toFixed(2)} ha`);
  const lines = withAreas(
    texts.legend.map(({ text }) => text),
    areas,
  );
  const rows = texts.legend.map(({ number }, index) => {
    const [red, green, blue] = palette[number - 1] ?? [0, 0, 0];
    return { text: lines[index] ?? '', colour: packed(red, green, blue) };
  });
  const legend = legendSize(rows);
  const [left, top] = [margin * dot, (margin + lineHeight) * dot];
  const inner = Math.max(
    wide + (rows.length > 0 ? (margin + legend.width) * dot : 0),
    textWidth(texts.title) * dot,
    minTextWidth * dot,
  );
  const credit = wrapped(texts.credit, Math.floor(inner / dot));
  const below = top + Math.max(high, legend.height * dot) + margin * dot;
  const sheet = canvasOf(inner + 2 * left, below + (credit.length * lineHeight + margin) * dot, paper);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const colour = small.pixels[y * wide + x] ?? 0;
      if (colour !== 0) sheet.pixels[(top + y) * sheet.width + left + x] = colour;
    }
  }
  write(sheet, texts.title, [left, margin * dot], ink);
  drawLegend(sheet, [left + wide + margin * dot, top], rows, ink);
  for (const [index, line] of credit.entries()) write(sheet, line, [left, below + index * lineHeight * dot], ink);
  if (outline) drawOutline(sheet, outline, bounds, { wide, high, left, top });
  return encoded(sheet);
}

type ColourCanvas = Canvas & { pixels: Uint32Array };

function canvasOf(width: number, height: number, colour: number): ColourCanvas {
  return { width, height, dot, pixels: new Uint32Array(width * height).fill(colour) };
}

function encoded({ width, height, pixels }: ColourCanvas): Uint8Array {
  return encodeColours(width, height, new Uint8Array(pixels.buffer));
}

/** Draws the rings as dark lines between light edges, so that they are seen on any colour. */
function drawOutline(
  canvas: Canvas,
  field: MultiPolygon,
  bounds: Bounds,
  { wide, high, left, top }: { wide: number; high: number; left: number; top: number },
): void {
  const rings = outlineOf(field, bounds, { width: wide, height: high });
  for (const [colour, pen] of [
    [halo, (lineWidth + 1) * dot],
    [ink, lineWidth * dot],
  ] as const) {
    for (const ring of rings) {
      for (const [index, [x, y]] of ring.entries()) {
        const [nextX, nextY] = ring[index + 1] ?? [x, y];
        const steps = Math.max(1, Math.ceil(Math.max(Math.abs(nextX - x), Math.abs(nextY - y))));
        for (let at = 0; at <= steps; at++) {
          const [cx, cy] = [x + ((nextX - x) * at) / steps, y + ((nextY - y) * at) / steps];
          const corner = [Math.round(left + cx - pen / 2), Math.round(top + cy - pen / 2)] as const;
          fill(canvas, corner, [pen, pen], colour);
        }
      }
    }
  }
}

/** A text in lines of at most so many dots, broken between words. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && textWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
