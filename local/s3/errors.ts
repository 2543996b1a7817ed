/** HTTP status of every error code that this engine answers with. Source: the list of error responses in the S3 API reference. */
const statuses = {
  AccessDenied: 403,
  AccessForbidden: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  BadRequest: 400,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InsufficientStorage: 503,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidDigest: 400,
  InvalidPart: 400,
  InvalidPartNumber: 416,
  InvalidPartOrder: 400,
  InvalidPolicyDocument: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidTag: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedPOSTRequest: 400,
  MalformedTrailerError: 400,
  MalformedXML: 400,
  MaxPostPreDataLengthExceededError: 400,
  MetadataTooLarge: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NoSuchVersion: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  ServiceUnavailable: 503,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type S3ErrorCode = keyof typeof statuses;

/** An error with a code and a message of S3. Any other error is sent to clients as InternalError. */
export class S3Error extends Error {
  readonly code: S3ErrorCode;
  readonly status: number;
  /** Further elements of the error document, such as `Resource` or `ActualObjectSize`. */
  readonly details: Record<string, string>;
  readonly headers: Record<string, string>;

  constructor(code: S3ErrorCode, message: string, details: Record<string, string>, headers: Record<string, string>) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = statuses[code];
    this.details = details;
    this.headers = headers;
  }
}

/**
 * An error in the form in which S3 sends it to clients.
 *
 * @example throw s3Error('NoSuchBucket', 'The specified bucket does not exist', { BucketName: name });
 */
export function s3Error(
  code: S3ErrorCode,
  message: string,
  details: Record<string, string> = {},
  headers: Record<string, string> = {},
): S3Error {
  return new S3Error(code, message, details, headers);
}

/**
 * The error NotImplemented (501), which names a feature of S3 that this engine does not have.
 *
 * @example throw notImplemented('MfaDelete');
 */
export function notImplemented(feature: string): S3Error {
  return s3Error(
    'NotImplemented',
    `A header or query you provided implies functionality that is not implemented: ${feature}`,
    { Feature: feature },
  );
}

/**
 * The error NoSuchKey (404).
 *
 * @example if (!record) throw noSuchKey(request.key);
 */
export function noSuchKey(key: string, headers: Record<string, string> = {}): S3Error {
  return s3Error('NoSuchKey', 'The specified key does not exist.', { Key: key }, headers);
}

/**
 * The error InvalidArgument (400), with the name and the value of an argument.
 *
 * @example throw invalidArgument('Unsupported Authorization Type', 'Authorization', algorithm);
 */
export function invalidArgument(message: string, name: string, value: string): S3Error {
  return s3Error('InvalidArgument', message, { ArgumentName: name, ArgumentValue: value });
}
