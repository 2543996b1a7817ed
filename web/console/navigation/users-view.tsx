import type { ConsoleApi } from '../session/console-api.ts';
import type { Navigation } from './route.ts';

export function UsersView(_: { api: ConsoleApi; navigation: Navigation }) {
  return null;
}
