import { useState } from 'preact/hooks';
import {
  type ClassPlan,
  type Method,
  maxClassCount,
  methods,
  minClassCount,
  typedBreaks,
} from '../../points/classes.ts';

interface PlanFormProps {
  plan: ClassPlan;
  bounds: readonly number[];
  unit?: string;
  onPlan(plan: ClassPlan): void;
  onReset(): void;
}

const titles: Record<Method, string> = {
  usual: 'Steps that show the variation',
  equal: 'Equal intervals',
  quantiles: 'Quantiles, equal ground',
  fixed: 'Fixed breaks',
};

/** How the legend divides the values. What is changed is drawn at once. */
export function PlanForm({ plan, bounds, unit, onPlan, onReset }: PlanFormProps) {
  const [typed, setTyped] = useState<string>();
  const written = bounds.map((bound) => String(bound)).join('; ');
  const breaks = typed === undefined ? bounds : typedBreaks(typed);
  const choose = (method: Method) => {
    setTyped(undefined);
    onPlan(method === 'fixed' ? { method, count: bounds.length + 1, breaks: bounds } : { method, count: plan.count });
  };
  return (
    <form class="plan-form" onSubmit={(event) => event.preventDefault()}>
      <label>
        Divide by
        <select value={plan.method} onChange={(event) => choose(event.currentTarget.value as Method)}>
          {methods.map((method) => (
            <option key={method} value={method}>
              {titles[method]}
            </option>
          ))}
        </select>
      </label>
      {plan.method === 'fixed' ? (
        <label>
          Breaks{unit && `, ${unit}`}
          <input
            type="text"
            inputMode="decimal"
            value={typed ?? written}
            aria-invalid={!breaks}
            aria-describedby="breaks-hint"
            onInput={(event) => {
              const { value } = event.currentTarget;
              setTyped(value);
              const next = typedBreaks(value);
              if (next) onPlan({ method: 'fixed', count: next.length + 1, breaks: next });
            }}
          />
          <span id="breaks-hint" class={breaks ? 'hint' : 'hint wrong'}>
            {breaks
              ? 'Separated by semicolons.'
              : `Please write 1 to ${maxClassCount - 1} numbers, separated by semicolons.`}
          </span>
        </label>
      ) : (
        <label>
          Classes
          <input
            type="number"
            min={plan.method === 'usual' ? 3 : minClassCount}
            max={maxClassCount}
            value={plan.count}
            onInput={(event) => {
              const count = event.currentTarget.valueAsNumber;
              if (count >= minClassCount && count <= maxClassCount)
                onPlan({ method: plan.method, count: Math.round(count) });
            }}
          />
        </label>
      )}
      <button type="button" class="link-button" onClick={onReset}>
        Reset
      </button>
    </form>
  );
}
