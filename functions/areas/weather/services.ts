import type { FieldDirectory } from '../../../domain/fields/field-store.ts';
import type { WeatherUsage } from '../../../domain/usage/field-weather.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { ForecastModel } from '../../../domain/weather/models.ts';
import type { WeatherServices } from '../../../domain/weather/weather-services.ts';
import type { HttpServices } from '../../http/serve.ts';

/** The services of the weather endpoints. */
export interface WeatherApiServices extends HttpServices, WeatherServices {
  /** The model of forecasts that name none. */
  defaultModel: ForecastModel;
  weatherUsage: WeatherUsage;
  users: Pick<UserDirectory, 'get'>;
  fields: Pick<FieldDirectory, 'get'>;
}
