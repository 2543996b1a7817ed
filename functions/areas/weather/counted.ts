import type { Owner } from '../../../domain/access/owner.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { fieldWeatherFact } from '../../../domain/usage/field-weather.ts';
import type { WeatherApiServices } from './services.ts';

/** A request for the weather of a field. */
interface OfField {
  owner: Owner;
  found: { field: Field };
}

/**
 * Returns the answer to a request for the weather of a field, and counts the field for the day. An answer that fails is not counted, nor is one for a
 * location.
 */
export async function counted<A>(
  { owner, found }: OfField,
  { weatherUsage, clock }: Pick<WeatherApiServices, 'weatherUsage' | 'clock'>,
  answer: Promise<A>,
): Promise<A> {
  const answered = await answer;
  await weatherUsage.note(fieldWeatherFact(owner.id, found.field, clock.now()));
  return answered;
}
