import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { RateUnit } from '../../../domain/prescriptions/rate-units.ts';
import { saveFile } from '../export/save-file.ts';
import { reasonOf } from '../season/part.ts';
import type { SavedZone, Season } from '../season/season.ts';
import { Inspected } from './inspected.tsx';
import { type Inspection, type PrescriptionForm, prescriptionOf, rateUnits } from './prescription-request.ts';

const formats = [
  { to: 'shapefile', label: 'Shapefile', extension: 'zip' },
  { to: 'isoxml', label: 'ISOXML', extension: 'zip' },
  { to: 'geojson', label: 'GeoJSON', extension: 'geojson' },
] as const;

/** Makes a prescription from saved zones: a rate for each, a look at the result, and its files. */
export function Prescription({ season, zones }: { season: Season; zones: readonly SavedZone[] }) {
  const { api, field, events } = season;
  const form = useSignal<PrescriptionForm>({
    rates: {},
    restRate: '',
    rateUnit: isPerAcre(events.value) ? 'lbs/ac' : 'kg/ha',
  });
  const inspection = useSignal<Inspection | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const rest = useId();
  const unit = useId();
  const path = `/services/beta/prescription/api/users/${field.svcUserId}/fromZones`;

  const set = (changed: Partial<PrescriptionForm>) => {
    form.value = { ...form.value, ...changed };
    inspection.value = undefined;
  };
  /** Sends the form; what is wrong with it or with the answer is shown. */
  const send = async (work: (body: unknown) => Promise<void>) => {
    problem.value = undefined;
    isBusy.value = true;
    try {
      await work(prescriptionOf(field.id, form.value));
    } catch (error) {
      problem.value = reasonOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  const look = (event: Event) => {
    event.preventDefault();
    void send(async (body) => {
      inspection.value = await api.post<Inspection>(path, body);
    });
  };
  const download = ({ to, extension }: (typeof formats)[number]) =>
    void send(async (body) =>
      saveFile(`prescription-${to}.${extension}`, await api.file('POST', `${path}?to=${to}`, body)),
    );

  return (
    <details class="prescription">
      <summary>Make a prescription</summary>
      <form onSubmit={look}>
        <fieldset>
          <legend>Rate of each zone</legend>
          {zones.map(({ id, name }) => (
            <Rate
              key={id}
              label={name}
              value={form.value.rates[id] ?? ''}
              onChange={(rate) => set({ rates: { ...form.value.rates, [id]: rate } })}
            />
          ))}
        </fieldset>
        <label for={rest}>Rate of the rest of the field</label>
        <input
          id={rest}
          inputMode="decimal"
          value={form.value.restRate}
          onInput={(event) => set({ restRate: event.currentTarget.value })}
        />
        <label for={unit}>Unit</label>
        <select
          id={unit}
          value={form.value.rateUnit}
          onChange={(event) => set({ rateUnit: event.currentTarget.value as RateUnit })}
        >
          {rateUnits.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
        <button type="submit" class="button" disabled={isBusy.value}>
          Show the prescription
        </button>
      </form>
      {problem.value !== undefined && (
        <p class="alert" role="alert">
          {problem.value}
        </p>
      )}
      {inspection.value && (
        <>
          <Inspected inspection={inspection.value} rateUnit={form.value.rateUnit} />
          <p class="downloads">
            {formats.map((format) => (
              <button
                key={format.to}
                type="button"
                class="button quiet"
                disabled={isBusy.value}
                onClick={() => download(format)}
              >
                {format.label}
              </button>
            ))}
          </p>
        </>
      )}
    </details>
  );
}

/** Whether the owner's rates are per acre. */
const isPerAcre = (events: Season['events']['value']) =>
  events.some(({ layers }) => layers.some(({ unit }) => unit?.endsWith('/ac')));

function Rate({ label, value, onChange }: { label: string; value: string; onChange(text: string): void }) {
  const id = useId();
  return (
    <p class="rate">
      <label for={id}>{label}</label>
      <input id={id} inputMode="decimal" value={value} onInput={(event) => onChange(event.currentTarget.value)} />
    </p>
  );
}
