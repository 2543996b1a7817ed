import { validationError } from '../api-error.ts';
import { type Answer, check } from '../dynalite.ts';
import type { Engine } from '../engine.ts';
import { earliestMoment } from '../history.ts';
import type { TableRecord } from './table-description.ts';

/** Default number of days for point-in-time recovery. Source: UpdateContinuousBackups, RecoveryPeriodInDays. */
const maxRecoveryDays = 35;

/** Turns the recording of earlier states of items on or off. */
export async function updateContinuousBackups(engine: Engine, input: unknown): Promise<Answer> {
  const request = input as { TableName: string; PointInTimeRecoverySpecification?: Record<string, unknown> };
  const { TableName } = check('describeTable', { TableName: request.TableName });
  const { PointInTimeRecoveryEnabled: enabled, RecoveryPeriodInDays: days = maxRecoveryDays } =
    request.PointInTimeRecoverySpecification ?? {};
  if (typeof enabled !== 'boolean') {
    throw validationError('PointInTimeRecoverySpecification must say whether PointInTimeRecoveryEnabled');
  }
  return engine.lock.hold([TableName], async () => {
    const { recovery, ...rest } = engine.tables.get(TableName);
    const since = recovery?.since ?? engine.clock.now();
    const table = enabled ? { ...rest, recovery: { days: Number(days), since } } : rest;
    await engine.tables.save(table);
    return describe(engine, table);
  });
}

export async function describeContinuousBackups(engine: Engine, input: unknown): Promise<Answer> {
  const { TableName } = check('describeTable', input);
  return describe(engine, engine.tables.get(TableName));
}

function describe(engine: Engine, table: TableRecord): Answer {
  const now = engine.clock.now();
  return {
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: table.recovery
        ? {
            PointInTimeRecoveryStatus: 'ENABLED',
            RecoveryPeriodInDays: table.recovery.days,
            EarliestRestorableDateTime: earliestMoment(table, now) / 1000,
            LatestRestorableDateTime: now / 1000,
          }
        : { PointInTimeRecoveryStatus: 'DISABLED' },
    },
  };
}
