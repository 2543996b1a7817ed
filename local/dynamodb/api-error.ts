/** An error that is returned as AWS returns it. Dynalite throws errors of the same shape. */
export interface ApiError extends Error {
  statusCode: number;
  body: { __type: string; message?: string; [member: string]: unknown };
}

const namespaces: Record<string, string> = {
  ValidationException: 'com.amazon.coral.validate',
  UnknownOperationException: 'com.amazon.coral.service',
  SerializationException: 'com.amazon.coral.service',
  MissingAuthenticationTokenException: 'com.amazon.coral.service',
};

/**
 * Makes an error of the named type; `members` are sent beside the message, such as CancellationReasons.
 *
 * @example throw apiError('ResourceNotFoundException', `Shard not found: ${request.ShardId}`);
 */
export function apiError(type: string, message: string, members: Record<string, unknown> = {}): ApiError {
  const namespace = namespaces[type] ?? 'com.amazonaws.dynamodb.v20120810';
  const body = { __type: `${namespace}#${type}`, message, ...members };
  return Object.assign(new Error(message), { statusCode: 400, body });
}

/**
 * A ValidationException, which DynamoDB returns for a malformed request.
 *
 * @example throw validationError(`Limit must be 1 to ${max}, not ${limit}`);
 */
export function validationError(message: string): ApiError {
  return apiError('ValidationException', message);
}

export function tableNotFound(name: string): ApiError {
  return apiError('ResourceNotFoundException', `Requested resource not found: Table: ${name} not found`);
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'body' in error && 'statusCode' in error;
}

/** Whether an error is of the named type, such as `ConditionalCheckFailedException`. */
export function isOfType(error: unknown, type: string): error is ApiError {
  return isApiError(error) && error.body.__type.endsWith(`#${type}`);
}
