import { devNull } from 'node:os';
import { type Credentials, region } from '../credentials.ts';
import type { FunctionPlan } from '../template/plan-functions.ts';

/** The only variables of the developer's shell that functions see: the locations of installed software. */
const inherited = ['PATH', 'GDAL_DATA', 'PROJ_LIB', 'SystemRoot'];

/**
 * The whole environment of an instance: what Lambda sets, and what keeps an SDK client from looking for real credentials,
 * configuration or instance metadata on this machine.
 *
 * @param given further variables, such as `AWS_ENDPOINT_URL_S3`.
 * @param credentials of the function's role.
 */
export function functionEnvironment(
  fn: FunctionPlan,
  given: Record<string, string>,
  credentials: Credentials,
  instance: { logGroupName: string; logStreamName: string; temporaryDir: string },
): Record<string, string> {
  const shell = inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return {
    ...Object.fromEntries(shell),
    TZ: 'UTC',
    TMPDIR: instance.temporaryDir,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    AWS_LAMBDA_FUNCTION_NAME: fn.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMegabytes),
    AWS_LAMBDA_LOG_GROUP_NAME: instance.logGroupName,
    AWS_LAMBDA_LOG_STREAM_NAME: instance.logStreamName,
    ...given,
    ...fn.environment,
  };
}
