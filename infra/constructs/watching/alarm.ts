import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Environment } from '../../context/environment.ts';
import { withLogicalId } from '../logical-id.ts';

export interface AlarmOptions {
  /** The harm to users when this fires, as a sentence. An alarm without harm would be noise. */
  hurts: string;
  /** Anchor of the section of docs/runbook.md that says what to do. */
  runbook: string;
  metric: cloudwatch.IMetric;
  /** Fires at this value and above. */
  threshold: number;
  /** Periods of the metric that must be bad, out of as many; 1 unless said. */
  periods?: number;
  /** No data is bad too: for what must happen all the time. */
  silenceIsBad?: true;
  /** Where notifications go. */
  topic: ITopic;
  environment: Environment;
}

/**
 * An alarm, where the environment has some. It needs a sentence on the consequences for users, and a section of the runbook with the remedy.
 *
 * @example alarm(stack, 'Age', { metric, threshold: 900, hurts: 'Growers wait for fields.', runbook, topic, environment });
 */
export function alarm(scope: Construct, id: string, options: AlarmOptions): void {
  const { hurts, runbook } = options;
  if (!/^[A-Z].{20,}\.$/s.test(hurts.trim())) {
    throw new Error(`Alarm ${id}: "hurts" must be a sentence that says who is hurt how when it fires, not "${hurts}"`);
  }
  if (!/^[a-z][a-z0-9-]*$/.test(runbook)) {
    throw new Error(
      `Alarm ${id}: "runbook" must be an anchor in docs/runbook.md such as dead-letters, not "${runbook}"`,
    );
  }
  if (!options.environment.alarmsNotify) return;
  const made = new cloudwatch.Alarm(scope, id, {
    alarmDescription: `${hurts.trim()} What to do: docs/runbook.md#${runbook}`,
    metric: options.metric,
    threshold: options.threshold,
    evaluationPeriods: options.periods ?? 1,
    comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: options.silenceIsBad
      ? cloudwatch.TreatMissingData.BREACHING
      : cloudwatch.TreatMissingData.NOT_BREACHING,
  });
  made.addAlarmAction(new SnsAction(options.topic));
  made.addOkAction(new SnsAction(options.topic));
  withLogicalId(made, id);
}
