import { useMemo, useState } from 'preact/hooks';
import type { Division } from '../../../domain/machine-files/maps/division.ts';
import { type ClassPlan, classesOf, firstPlan, type LayerClass } from '../../points/classes.ts';
import type { PointSet } from '../../points/point-set.ts';
import { unitText } from '../text/properties.ts';
import { HiddenPoints, Thinned } from './legend-notes.tsx';
import { PlanForm } from './plan-form.tsx';
import { areaText } from './texts.ts';

export interface LegendProps {
  title: string;
  /** The day of the work; absent where the title has it. */
  day?: string;
  set: PointSet;
  plan: ClassPlan;
  division: Division;
  showHidden: boolean;
  /** The class that is selected, by its number. */
  selected?: number | undefined;
  /** Areas in acres. */
  imperial: boolean;
  onPlan?(plan: ClassPlan): void;
  onShowHidden?(showHidden: boolean): void;
  onSelect?(number: number | undefined, one: LayerClass): void;
}

/** The classes of a layer as a table, with the ground of each; they can be changed, and one can be selected. */
export function Legend(props: LegendProps) {
  const { title, day, set, plan, division, showHidden, selected, imperial, onPlan, onShowHidden, onSelect } = props;
  const [isEdited, setEdited] = useState(false);
  const classes = useMemo(() => classesOf(set, division, showHidden), [set, division, showHidden]);
  const total = classes.reduce((sum, { squareMetres }) => sum + (squareMetres ?? 0), 0);
  const hasAreas = classes.some(({ squareMetres }) => squareMetres !== undefined);
  const isEmpty = classes.every(({ count }) => count === 0);
  const { unit, categories } = set.about;
  return (
    <section class="legend-card" aria-label={`Legend: ${title}`}>
      <header>
        <h3>
          {title}
          {unit && <span class="unit"> {unitText(unit)}</span>}
        </h3>
        {onPlan && !categories && (
          <button type="button" class="link-button" aria-expanded={isEdited} onClick={() => setEdited(!isEdited)}>
            {isEdited ? 'Done' : 'Edit classes'}
          </button>
        )}
      </header>
      {day && <p class="legend-day">{day}</p>}
      {isEdited && onPlan && (
        <PlanForm
          plan={plan}
          bounds={division.bounds}
          {...(unit && { unit: unitText(unit) })}
          onPlan={onPlan}
          onReset={() => onPlan(firstPlan)}
        />
      )}
      {isEmpty ? (
        <p class="hint">This layer has no points to show.</p>
      ) : (
        <table class="classes">
          <thead>
            <tr>
              <th scope="col">{categories ? 'Value' : 'Class'}</th>
              <th scope="col">
                {hasAreas ? (imperial ? 'Acres' : 'Hectares') : set.about.of === 'samples' ? 'Samples' : 'Points'}
              </th>
              <th scope="col">
                <span class="visually-hidden">Share</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {classes
              .map((one, number) => (
                <ClassRow
                  key={one.text}
                  {...{ one, number, hasAreas, imperial, total }}
                  isSelected={selected === number}
                  {...(onSelect && { onSelect: () => onSelect(selected === number ? undefined : number, one) })}
                />
              ))
              .toReversed()}
          </tbody>
          {hasAreas && (
            <tfoot>
              <tr>
                <th scope="row">All</th>
                <td>{areaText(total, imperial)}</td>
                <td />
              </tr>
            </tfoot>
          )}
        </table>
      )}
      <HiddenPoints set={set} showHidden={showHidden} {...(onShowHidden && { onShowHidden })} />
      <Thinned set={set} />
    </section>
  );
}

interface ClassRowProps {
  one: LayerClass;
  number: number;
  isSelected: boolean;
  hasAreas: boolean;
  imperial: boolean;
  total: number;
  onSelect?: () => void;
}

function ClassRow({
  one: { colour, text, count, squareMetres },
  isSelected,
  hasAreas,
  imperial,
  total,
  onSelect,
}: ClassRowProps) {
  const label = (
    <>
      <svg class="swatch" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width="1" height="1" fill={`#${colour}`} />
      </svg>
      {text}
    </>
  );
  const share = total > 0 ? (squareMetres ?? 0) / total : 0;
  return (
    <tr data-selected={isSelected}>
      <td>
        {onSelect && count > 0 ? (
          <button
            type="button"
            class="class-button"
            aria-pressed={isSelected}
            title="Select this class as the zone"
            onClick={onSelect}
          >
            {label}
          </button>
        ) : (
          <span class="class-button">{label}</span>
        )}
      </td>
      <td>{hasAreas ? areaText(squareMetres ?? 0, imperial) : count.toLocaleString('en')}</td>
      <td class="share">
        <svg viewBox="0 0 60 8" aria-hidden="true">
          <rect width={60 * share} height="8" rx="2" fill={`#${colour}`} />
        </svg>
        {total > 0 && <span class="visually-hidden">{Math.round(share * 100)} %</span>}
      </td>
    </tr>
  );
}
