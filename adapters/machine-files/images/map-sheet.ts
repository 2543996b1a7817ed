import type { PointImage } from '../../../domain/machine-files/image.ts';
import { roundDown } from '../../../domain/machine-files/maps/division.ts';
import { legendOf, untargeted } from '../../../domain/machine-files/maps/legend.ts';
import { type Canvas, fill, write } from '../../images/canvas.ts';
import { drawLegend, type LegendRow, legendSize, lineHeight, space, withAreas } from '../../images/legend.ts';
import { textHeight, textWidth } from '../../images/lettering.ts';
import type { Picture } from '../../images/png.ts';
import { titleOf } from './sheet-texts.ts';

/** Sizes in dots of letters. */
const [margin, stroke] = [8, 1];
/**
 * Pixels above which letters are scaled, so that they stay legible when a large picture is shown smaller: a dot has
 * three pixels there, and two in others.
 */
const largePicture = 1_000;

const paper = [255, 255, 255] as const;
const ink = [32, 32, 32] as const;

/** Maximum width of the scale bar, as a share of the sheet. */
const maxBar = 1 / 3;

/** What a sheet says of its picture. */
type SheetTexts = Pick<PointImage, 'deviation' | 'unit' | 'classes' | 'withoutTarget'> & { property: string };

/** A picture on a white sheet, with its title and unit, its legend from the highest values down, and a scale bar. */
export function mapSheet(picture: Picture, image: SheetTexts, pixelMetres: number): Picture {
  const dot = Math.max(picture.width, picture.height) > largePicture ? 3 : 2;
  const [title, rows] = [titleOf(image), legendRows(image)];
  const legend = legendSize(rows);
  const [left, top] = [margin * dot, (margin + lineHeight) * dot];
  const beside = left + picture.width + margin * dot;
  const width = Math.max(beside + legend.width * dot, left + textWidth(title) * dot) + margin * dot;
  const below = top + Math.max(picture.height, legend.height * dot) + margin * dot;
  const height = below + lineHeight * dot;
  const { palette } = picture;
  const [blank, black] = [palette.length + 1, palette.length + 2];
  const pixels = new Uint8Array(width * height).fill(blank);
  const sheet: Sheet = { width, height, pixels, palette: [...palette, paper, ink], dot };
  copyInto(sheet, picture, [left, top]);
  write(sheet, title, [left, margin * dot], black);
  drawLegend(sheet, [beside, top], rows, black);
  const metres = roundDown((width - 2 * left) * pixelMetres * maxBar);
  const long = Math.round(metres / pixelMetres);
  fill(sheet, [left, below + (textHeight - stroke) * dot], [long, stroke * dot], black);
  for (const x of [left, left + long - stroke * dot]) fill(sheet, [x, below], [stroke * dot, textHeight * dot], black);
  write(sheet, `${metres.toLocaleString('en')} m`, [left + long + space * dot, below], black);
  return sheet;
}

/** The range of each class and its area, such as `> 6,500   1.25 ac`, from the highest values down, and last what has no target. */
function legendRows(image: SheetTexts): LegendRow[] {
  const { classes, withoutTarget } = image;
  const ranges = legendOf(image).texts.map((range, index) => ({ range, colour: index + 1, ...classes[index] }));
  const without = withoutTarget && { range: untargeted.text, colour: classes.length + 1, ...withoutTarget };
  const lines = [...ranges.toReversed(), ...(without ? [without] : [])];
  const texts = withAreas(
    lines.map(({ range }) => range),
    lines.map(({ area }) => (area ? `${area.value.toFixed(2)} ${area.unit}` : '')),
  );
  return lines.map(({ colour }, index) => ({ colour, text: texts[index] ?? '' }));
}

type Sheet = Picture & Canvas;

function copyInto({ width, pixels }: Picture, picture: Picture, [left, top]: [x: number, y: number]): void {
  for (const [at, colour] of picture.pixels.entries()) {
    if (colour === 0) continue;
    const row = Math.floor(at / picture.width);
    pixels[(top + row) * width + left + at - row * picture.width] = colour;
  }
}
