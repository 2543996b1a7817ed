import { validationError } from './api-error.ts';
import { type Answer, check } from './dynalite.ts';
import type { Engine } from './engine.ts';
import type { TableRecord } from './table-description.ts';

/** Days that point-in-time recovery reaches back. Source: UpdateContinuousBackups, RecoveryPeriodInDays. */
const recoveryDays = 35;

/** Remembers whether point-in-time recovery is asked for. Nothing is recovered here: the state directory is the backup. */
export async function updateContinuousBackups(engine: Engine, input: unknown): Promise<Answer> {
  const request = input as { TableName: string; PointInTimeRecoverySpecification?: Record<string, unknown> };
  const { TableName } = check('describeTable', { TableName: request.TableName });
  const enabled = request.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled;
  if (typeof enabled !== 'boolean') {
    throw validationError('PointInTimeRecoverySpecification must say whether PointInTimeRecoveryEnabled');
  }
  return engine.lock.hold([TableName], async () => {
    const table = { ...engine.tables.get(TableName), pointInTimeRecovery: enabled };
    await engine.tables.save(table);
    return describe(engine, table);
  });
}

export async function describeContinuousBackups(engine: Engine, input: unknown): Promise<Answer> {
  const { TableName } = check('describeTable', input);
  return describe(engine, engine.tables.get(TableName));
}

function describe(engine: Engine, table: TableRecord): Answer {
  const now = engine.clock.now() / 1000;
  const earliest = Math.max(table.description.CreationDateTime, now - recoveryDays * 24 * 60 * 60);
  return {
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: table.pointInTimeRecovery
        ? {
            PointInTimeRecoveryStatus: 'ENABLED',
            RecoveryPeriodInDays: recoveryDays,
            EarliestRestorableDateTime: earliest,
            LatestRestorableDateTime: Math.max(earliest, now),
          }
        : { PointInTimeRecoveryStatus: 'DISABLED' },
    },
  };
}
