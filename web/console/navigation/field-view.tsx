import type { ConsoleApi } from '../session/console-api.ts';
import type { Navigation } from './route.ts';

export function FieldView(_: { api: ConsoleApi; navigation: Navigation; fieldId: string; svcUserId?: string }) {
  return null;
}
