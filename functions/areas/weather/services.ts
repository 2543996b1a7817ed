import type { FieldDirectory } from '../../../domain/fields/field-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { WeatherServices } from '../../../domain/weather/cached-weather.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface WeatherApiServices extends HttpServices, WeatherServices {
  users: Pick<UserDirectory, 'get'>;
  fields: Pick<FieldDirectory, 'get'>;
}
