import type { Navigation } from '../navigation/route.ts';
import type { ConsoleApi } from '../session/console-api.ts';

export function SeasonPage(_: {
  api: ConsoleApi;
  navigation: Navigation;
  fieldId: string;
  season: string;
  svcUserId?: string;
}) {
  return null;
}
