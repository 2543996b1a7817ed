import * as z from 'zod';
import { credentials } from '../credentials.ts';
import { type Call, type Operation, operation, WireError } from '../http/json-protocol.ts';
import type { Guard } from '../iam/guard.ts';
import type { Session } from '../sts/sessions.ts';
import { arn } from '../template/arns.ts';
import type { WorkGroupPlan } from '../template/plan-lake.ts';
import { type BucketLocation, bucketLocation } from './bucket-location.ts';
import type { Execution, Executions } from './executions.ts';
import { columnInfo, resultPage } from './result-page.ts';
import { guardedPermissions, type Permissions, permissionsOf } from './session-permissions.ts';

/** Bytes of a query's text (Athena's quota, which cannot be raised). */
const maxText = 262_144;

const startSchema = z.object({
  QueryString: z.string().min(1),
  WorkGroup: z.string().default('primary'),
  QueryExecutionContext: z.object({ Database: z.string() }),
  ResultConfiguration: z.object({ OutputLocation: z.string().optional() }).default({}),
  ResultReuseConfiguration: z
    .object({ ResultReuseByAgeConfiguration: z.object({ Enabled: z.boolean() }).optional() })
    .optional(),
});
const idSchema = z.object({ QueryExecutionId: z.string() });
const pageSchema = idSchema.extend({
  MaxResults: z.number().int().min(1).max(1_000).default(1_000),
  NextToken: z.string().optional(),
});

export interface AthenaOperationsOptions {
  executions: Executions;
  workGroups(): readonly WorkGroupPlan[];
  /** The path of the result of an execution on this machine. */
  resultPath(output: BucketLocation, id: string): string;
  /** The role and session policy behind temporary credentials, while they are valid. */
  sessionFor(accessKeyId: string): Session | undefined;
  guard?: Guard;
}

/** The calls of Athena that are served here: to start a query, ask for its state, read its result and stop it. */
export function athenaOperations({
  executions,
  workGroups,
  resultPath,
  sessionFor,
  guard,
}: AthenaOperationsOptions): Record<string, Operation> {
  const allowed = (action: string, workGroup: string, { accessKeyId }: Call): Permissions => {
    const permissions = permissionsFor(accessKeyId, sessionFor, guard);
    if (permissions.allow(`athena:${action}`, arn('athena', `workgroup/${workGroup}`))) return permissions;
    throw denied(action);
  };
  const known = (action: string, id: string, call: Call): Execution => {
    const execution = executions.get(id);
    allowed(action, execution.workGroup.name, call);
    return execution;
  };

  return {
    StartQueryExecution: operation(startSchema, (asked, call) => {
      const permissions = allowed('StartQueryExecution', asked.WorkGroup, call);
      mayUseDatabase(asked.QueryExecutionContext.Database, permissions);
      const workGroup = workGroups().find(({ name }) => name === asked.WorkGroup);
      if (!workGroup) throw invalid('WorkGroup is not found.');
      if (Buffer.byteLength(asked.QueryString) > maxText) throw invalid('Query string is too long');
      if (asked.ResultReuseConfiguration?.ResultReuseByAgeConfiguration?.Enabled) {
        throw invalid('The embedded Athena does not give results again');
      }
      const said = asked.ResultConfiguration.OutputLocation;
      const output = workGroup.isEnforced ? workGroup.output : (said ?? workGroup.output);
      if (output === undefined) throw invalid('No output location provided.');
      const { id } = executions.start(
        {
          ownerId: sessionFor(call.accessKeyId)?.sessionName ?? '',
          sql: asked.QueryString,
          database: asked.QueryExecutionContext.Database,
          workGroup,
          output: locationOf(output),
        },
        permissions,
      );
      return { QueryExecutionId: id };
    }),

    GetQueryExecution: operation(idSchema, ({ QueryExecutionId }, call) => ({
      QueryExecution: described(known('GetQueryExecution', QueryExecutionId, call)),
    })),

    StopQueryExecution: operation(idSchema, ({ QueryExecutionId }, call) => {
      executions.stop(known('StopQueryExecution', QueryExecutionId, call));
      return {};
    }),

    GetQueryResults: operation(pageSchema, async ({ QueryExecutionId, MaxResults, NextToken }, call) => {
      const { id, output, state, result } = known('GetQueryResults', QueryExecutionId, call);
      if (state !== 'SUCCEEDED' || !result)
        throw invalid(`Query did not finish successfully. Final query state: ${state}`);
      const { Rows, next } = await resultPage(resultPath(output, id), NextToken, MaxResults);
      return {
        ResultSet: { Rows, ResultSetMetadata: { ColumnInfo: columnInfo(result.columns) } },
        UpdateCount: 0,
        ...(next !== undefined && { NextToken: next }),
      };
    }),
  };
}

/** The operator's key cannot run queries: each query belongs to an owner, whose location for results is in the policy of a session. */
function permissionsFor(
  accessKeyId: string,
  sessionFor: AthenaOperationsOptions['sessionFor'],
  guard: Guard | undefined,
): Permissions {
  if (accessKeyId === credentials.accessKeyId) return { allow: () => false };
  const session = sessionFor(accessKeyId);
  if (!session)
    throw new WireError('UnrecognizedClientException', 'The security token included in the request is invalid.');
  if (guard) return guardedPermissions(guard, accessKeyId);
  // A session without a policy has all permissions of its role, which are unknown here.
  if (session.policy === undefined) return { allow: () => false };
  return permissionsOf(session.policy);
}

/** Source: Athena user guide, access to the catalogue and to the default database, which every query needs. */
function mayUseDatabase(database: string, permissions: Permissions): void {
  for (const resource of ['catalog', 'database/default', `database/${database}`]) {
    if (permissions.allow('glue:GetDatabase', arn('glue', resource))) continue;
    throw new WireError(
      'AccessDeniedException',
      `Insufficient permissions to perform: glue:GetDatabase on ${resource}`,
    );
  }
}

function described({
  id,
  sql,
  database,
  workGroup,
  output,
  state,
  reason,
  submittedAt,
  completedAt,
  result,
}: Execution) {
  return {
    QueryExecutionId: id,
    Query: sql,
    StatementType: 'DML',
    WorkGroup: workGroup.name,
    QueryExecutionContext: { Database: database },
    ResultConfiguration: { OutputLocation: `s3://${output.bucket}/${output.prefix}${id}.csv` },
    EngineVersion: {
      SelectedEngineVersion: 'Athena engine version 3',
      EffectiveEngineVersion: 'Athena engine version 3',
    },
    Status: {
      State: state,
      SubmissionDateTime: submittedAt / 1000,
      ...(completedAt !== undefined && { CompletionDateTime: completedAt / 1000 }),
      ...(reason !== undefined && { StateChangeReason: reason }),
    },
    Statistics: {
      DataScannedInBytes: result?.bytesScanned ?? 0,
      ...(completedAt !== undefined && { TotalExecutionTimeInMillis: completedAt - submittedAt }),
    },
  };
}

function locationOf(address: string) {
  try {
    return bucketLocation(address);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : '');
  }
}

const invalid = (message: string) => new WireError('InvalidRequestException', message);
const denied = (action: string) =>
  new WireError('AccessDeniedException', `You are not authorized to perform: athena:${action} on the resource.`);
