import type { ValueRange, WorkTexts } from './work-texts.ts';

/** A class with its colour, hexadecimal without `#`, and its ground in the unit of the legend. */
export interface LegendClass extends ValueRange {
  colour: string;
  area?: number | undefined;
}

interface ClassLegendProps {
  /** What is shown, with its unit. */
  title: string;
  /** From the lowest values to the highest. */
  classes: readonly LegendClass[];
  /** The unit of the areas. */
  areaUnit: string | undefined;
  texts: WorkTexts;
}

/** The classes of a map with the ground of each, the highest first. */
export function ClassLegend({ title, classes, areaUnit, texts }: ClassLegendProps) {
  return (
    <table class="legend">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.classes}</th>
          {areaUnit && (
            <th scope="col">
              {texts.ground}, {areaUnit}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {classes.toReversed().map((one) => (
          <tr key={one.text}>
            <td>
              <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
                <rect width="1" height="1" fill={`#${one.colour}`} />
              </svg>
              {texts.range(one)}
            </td>
            {areaUnit && <td>{texts.area(one.area ?? 0)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a legend is of, with its unit. @example titleOf('dryVolumePerArea', 'bu/ac', texts) // 'Yield, bu/ac' */
export function titleOf(property: string, unit: string | undefined, texts: WorkTexts): string {
  const what = texts.property(property);
  return unit === undefined ? what : `${what}, ${texts.unit(unit)}`;
}
