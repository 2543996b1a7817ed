import './compare.css';
import { useSignal, useSignalEffect } from '@preact/signals';
import { useId, useMemo } from 'preact/hooks';
import { How } from '../how/how.tsx';
import { latest } from '../numbers/latest.ts';
import { shownValue } from '../numbers/shown-number.ts';
import type { Season } from '../season/season.ts';
import { unitText } from '../text/properties.ts';
import { BarPlot } from './bar-plot.tsx';
import { comparisonsOf } from './comparisons.ts';
import { type Compared, readComparison } from './read-comparison.ts';

/** Yields of the field side by side: by season, and in this season by variety, product and rate. */
export function ComparePanel({ season }: { season: Season }) {
  const { api, field, year, work, works, chosen, showHidden } = season;
  const by = useSignal('seasons');
  const answer = useMemo(() => latest<Compared>(), [season]);
  const id = useId();
  useSignalEffect(() => {
    const comparison = comparisonsOf({ work, year }).find((one) => one.id === by.value);
    const source = chosen.value?.source;
    const of = {
      ...{ api, field, year, work, works, showHidden: showHidden.value },
      property: source?.kind === 'operation' ? source.property : undefined,
    };
    // Operations that load again are the same ones, as a rule.
    const key = JSON.stringify([comparison, of.property, of.showHidden, work.value.value]);
    answer.ask(comparison && ((signal) => readComparison(comparison, of, signal)), key);
  });
  const comparisons = comparisonsOf({ work, year });
  const { step, value, reason } = answer.state.value;
  if (comparisons.length === 0) return null;
  return (
    <section class="compare card" aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>Yield by</h2>
        <select
          aria-labelledby={`${id}-title`}
          value={by.value}
          onChange={(event) => {
            by.value = event.currentTarget.value;
          }}
        >
          {comparisons.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </header>
      {step === 'failed' && (
        <p class="alert" role="alert">
          The yields could not be read. {reason}
        </p>
      )}
      <p class="visually-hidden" role="status">
        {step === 'asking' ? 'Reading yields …' : ''}
      </p>
      {value && <Yields compared={value} base={api.base} isOld={step === 'asking'} />}
    </section>
  );
}

function Yields({ compared, base, isOld }: { compared: Compared; base: string; isOld: boolean }) {
  const { heading, figures, plotted, rows } = compared;
  if (rows.length === 0) return <p class="hint">The points of the harvest say nothing about it.</p>;
  const shown = figures.find(({ id }) => id === plotted);
  const bars = rows.flatMap(({ name, cells }) => {
    const value = cells[plotted]?.value;
    return typeof value === 'number' ? [{ name, value }] : [];
  });
  return (
    <div class="compared" aria-busy={isOld} data-old={isOld}>
      {shown && bars.length > 0 && (
        <figure>
          <figcaption>
            {shown.title}, {unitText(shown.unit ?? '')}
          </figcaption>
          <BarPlot label={`${shown.title} by ${heading}; the table has the numbers`} bars={bars} />
        </figure>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll only what has the focus */}
      <section class="wide-table" tabIndex={0} aria-label={`Yields by ${heading}`}>
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">{heading}</th>
              {figures.map(({ id, title, unit }) => (
                <th key={id} scope="col">
                  {title}
                  {unit !== undefined && <span class="unit">{unitText(unit)}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cells }) => (
              <tr key={name} data-name={name}>
                <th scope="row">{name}</th>
                {figures.map(({ id, title, unit }) => {
                  const cell = cells[id];
                  return (
                    <td key={id}>
                      <span class="number">{shownValue(cell?.value)}</span>
                      {cell && (
                        <How
                          question={cell.question}
                          of={`${title}, ${name}`}
                          value={shownValue(cell.value, unit)}
                          base={base}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
