import { defaults, likenessOf, type Traits } from '../settings/defaults.ts';
import { checkedEnvironmentName } from '../settings/environment-name.ts';

/** A deployment of its own: its name is part of the names of all resources. */
export interface Environment extends Traits {
  name: string;
}

/** The environment of a name, as it is where nothing else is set. */
export function environmentNamed(name: string): Environment {
  return { name: checkedEnvironmentName(name), ...defaults[likenessOf(name)] };
}

/**
 * The name under which AWS knows a function, a queue or the API.
 *
 * @example physicalName(environment, 'users') // 'furrow-prod-users'
 */
export function physicalName(environment: { name: string }, name: string): string {
  return `furrow-${environment.name}-${name}`;
}
