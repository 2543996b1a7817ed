import { pathToFileURL } from 'node:url';
import type { ErrorReport, StartMessage } from '../messages.ts';
import { reportError } from './report-error.ts';

export type LambdaHandler = (event: unknown, context: object) => unknown;

/** Loads the code and finds its handler, or reports the problem as Lambda does. */
export async function loadHandler({ modulePath, exportName }: StartMessage): Promise<LambdaHandler | ErrorReport> {
  let found: unknown;
  try {
    const code: Record<string, unknown> = await import(pathToFileURL(modulePath).href);
    found = follow(code, exportName) ?? follow(code.default, exportName);
  } catch (error) {
    const report = reportError(error);
    const missing = (error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND';
    return missing ? { ...report, errorType: 'Runtime.ImportModuleError' } : report;
  }
  if (typeof found !== 'function') {
    return {
      errorType: 'Runtime.HandlerNotFound',
      errorMessage: `${exportName} is not a function that ${modulePath} exports`,
    };
  }
  if (found.length >= 3) {
    return {
      errorType: 'Runtime.CallbackHandlerDeprecated',
      errorMessage: `${exportName} takes a callback, which Lambda no longer calls: return a promise instead`,
    };
  }
  return found as LambdaHandler;
}

function follow(from: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], from);
}
