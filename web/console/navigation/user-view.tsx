import type { ConsoleApi } from '../session/console-api.ts';
import type { Navigation } from './route.ts';

export function UserView(_: { api: ConsoleApi; navigation: Navigation; svcUserId: string }) {
  return null;
}
