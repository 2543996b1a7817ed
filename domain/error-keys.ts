/** The kinds of errors, with their HTTP status. `retry`: the same request may succeed later. */
export const errorKinds = {
  invalid: { status: 400, title: 'The request is not valid', retry: false },
  unauthenticated: { status: 401, title: 'Authentication is required', retry: false },
  forbidden: { status: 403, title: 'Permission is missing', retry: false },
  notFound: { status: 404, title: 'Not found', retry: false },
  methodNotAllowed: { status: 405, title: 'Method not allowed', retry: false },
  conflict: { status: 409, title: 'Conflict with the current state', retry: false },
  gone: { status: 410, title: 'Gone', retry: false },
  tooLarge: { status: 413, title: 'Too large', retry: false },
  unsupported: { status: 415, title: 'Unsupported media type', retry: false },
  rateLimited: { status: 429, title: 'Too many requests', retry: true },
  internal: { status: 500, title: 'Internal error', retry: true },
  upstream: { status: 502, title: 'A service that this depends on failed', retry: true },
  unavailable: { status: 503, title: 'Temporarily unavailable', retry: true },
  timeout: { status: 504, title: 'Took too long', retry: false },
  storageFull: { status: 507, title: 'The disk is full', retry: true },
} as const;

export type ErrorKind = keyof typeof errorKinds;

interface ErrorEntry {
  /** The kinds with which the key is returned. */
  kinds: readonly [ErrorKind, ...ErrorKind[]];
  means: string;
  /** Set if it differs from that of the kind. */
  retry?: boolean;
}

const invalid = (means: string) => ({ kinds: ['invalid'], means }) as const;
const notFound = (means: string) => ({ kinds: ['notFound'], means }) as const;
const conflict = (means: string) => ({ kinds: ['conflict'], means }) as const;
/** A conflict that time alone resolves. */
const notYet = (means: string) => ({ kinds: ['conflict'], means, retry: true }) as const;
const unavailable = (means: string) => ({ kinds: ['unavailable'], means }) as const;

/**
 * Every `errorKey` of the API. A key that is not listed here does not compile, nor does one with a kind that it does
 * not have; the table of errors in the documentation is generated from this list.
 */
export const errorKeys = {
  invalid: invalid('Something in the request is not valid; `errors` says what and where.'),
  unauthenticated: { kinds: ['unauthenticated'], means: 'The token is missing, malformed, expired or revoked.' },
  forbidden: { kinds: ['forbidden'], means: 'The account lacks the permission for this.' },
  notFound: notFound('An id or name in the path is malformed.'),
  methodNotAllowed: { kinds: ['methodNotAllowed'], means: 'The path takes other methods, which `Allow` names.' },
  conflict: conflict('The resource is being changed by several requests at once. Send the request again.'),
  gone: { kinds: ['gone'], means: 'It is no longer stored.' },
  tooLarge: { kinds: ['tooLarge'], means: 'The request is too large.' },
  unsupported: { kinds: ['unsupported'], means: 'The body has the wrong Content-Type.' },
  rateLimited: {
    kinds: ['rateLimited'],
    means: 'Too many requests or queries at once; `Retry-After` says when to try again.',
  },
  internal: { kinds: ['internal'], means: 'The fault is the service’s. The request id helps to find it.' },
  upstream: { kinds: ['upstream'], means: 'A provider or another service answered with an error.' },
  unavailable: unavailable('A service that this depends on fails at the moment.'),
  timeout: { kinds: ['timeout'], means: 'There was not enough time. Ask for less at once.' },
  storageFull: { kinds: ['storageFull'], means: 'The server’s disk is full, and nothing of the request was kept.' },

  bodyMissing: invalid('The request has no body.'),
  malformedJson: invalid('The body is not JSON.'),
  malformedText: invalid('The body is not text in UTF-8.'),
  malformedMultipart: invalid('The form’s parts cannot be read.'),
  fileMissing: invalid('The form has no part with a file.'),
  emptyFile: invalid('The file has no content.'),
  pageTooDeep: invalid('The page lies beyond 10,000 rows. Follow `Link: rel="next"`.'),
  pageTooLarge: invalid('So many rows are larger than an answer may be. Ask for smaller pages.'),
  cursorInvalid: invalid('The cursor is not of this list. Take it unchanged from a `Link` header.'),
  sortTooLarge: invalid('Too many rows for this order. Narrow the list, or sort by an indexed field.'),
  filterTooWide: invalid('Too many rows to look through for these filters. The answer names one that helps.'),
  rowsBeingErased: unavailable('Many rows of deleted users wait to be erased.'),
  idempotencyKeyReused: conflict('The `Idempotency-Key` was used for another request.'),
  idempotencyKeyInProgress: notYet('The first request with this `Idempotency-Key` is still being worked on.'),
  routeNotFound: notFound('There is nothing at this path.'),

  badCredentials: { kinds: ['unauthenticated'], means: 'The username or the password is wrong.' },
  signInLocked: { kinds: ['rateLimited'], means: 'Too many failed attempts to sign in.' },
  realmNotFound: notFound('There is no such realm.'),
  passwordLength: invalid('The password is too short or too long.'),
  usernameTaken: conflict('Another owner has this username.'),
  credentialNotFound: notFound('There is no such credential.'),
  invalid_request: invalid('Of the token endpoint (RFC 6749): a parameter is missing or wrong.'),
  invalid_client: {
    kinds: ['unauthenticated'],
    means: 'Of the token endpoint: the client is unknown, or its secret is wrong.',
  },
  invalid_grant: invalid('Of the token endpoint: the password or the refresh token is not valid.'),
  unsupported_grant_type: invalid('Of the token endpoint: there is no such grant.'),

  apiKeyNotFound: notFound('There is no such API key.'),
  appKeyNotFound: notFound('There is no app key of this name.'),
  appKeyMissing: invalid('The owner has no app key for the provider, or none of this name.'),
  appKeyInUse: conflict('Credentials name the app key. Delete them first, or replace its body.'),
  appKeyExists: conflict('There is an app key of this name already.'),
  tooManyAppKeys: conflict('There are as many app keys for the provider as there may be.'),

  linkNotFound: notFound('There is no such link.'),
  linkExpired: { kinds: ['gone'], means: 'The time of the link is over. Ask for a new one.' },
  linkRevoked: { kinds: ['gone'], means: 'The link was revoked. Ask for a new one.' },
  linkExhausted: { kinds: ['gone'], means: 'The link was opened as often as it may be. Ask for a new one.' },
  linkDoesNotAllow: { kinds: ['forbidden'], means: 'The key is of a link that is not for this.' },

  userNotFound: notFound('There is no such service user.'),
  externalIdTaken: conflict('Another user has this `externalId`.'),
  configurationNotFound: notFound('The user has no settings of its own.'),
  credentialExists: conflict('The user has a credential for this provider already.'),
  configurationExists: conflict('The user has settings already.'),

  organizationNotFound: notFound('The user has no such organization at the provider.'),
  growerNotFound: notFound('There is no such grower.'),
  farmNotFound: notFound('There is no such farm.'),
  fieldNotFound: notFound('There is no such field.'),
  boundaryNotFound: notFound('There is no such version of a boundary.'),
  seasonNotFound: notFound('There is no such season.'),
  zoneNotFound: notFound('There is no such zone.'),
  noActiveBoundary: { kinds: ['notFound', 'conflict'], means: 'The field has no active boundary.' },
  fieldIdTaken: conflict('The user has a field with this id.'),
  providerMade: invalid('It came from a provider, which alone changes it.'),
  mergedField: invalid('The field was merged from others. Change those.'),
  tooManyBoundaries: conflict('The field has 1,000 versions of its boundary.'),
  invalidGeometry: invalid('The geometry is not valid; the answer names the defect and its position.'),
  tooManyVertices: invalid('The geometry has too many vertices.'),
  geometryTooComplex: invalid('Comparing the outlines takes longer than a request may.'),
  geometryTooWide: invalid('The geometry covers more of the earth than fields are looked up by.'),
  noPoints: invalid('There are no points with a position.'),
  tooManyPoints: invalid('There are more points than one request may read.'),
  tooManyFields: invalid('More fields are affected than one call may change.'),
  consentUnknown: invalid('The sign-in is not known: its URL is not complete, or not from here.'),
  consentExpired: { kinds: ['gone'], means: 'The time for the sign-in is over. Begin anew.' },
  consentForeign: { kinds: ['forbidden'], means: 'The sign-in was begun in another browser.' },
  consentUsed: conflict('The sign-in has ended before; each can be used once.'),
  consentRefused: invalid('The grower, or the provider, refused consent. Begin anew.'),
  providerNotConfigured: unavailable('No address is known for the provider; the operator sets it.'),
  providerRefused: {
    kinds: ['upstream'],
    means: 'The provider refused; `providerStatus` is its status.',
    retry: false,
  },
  providerMalformed: { kinds: ['upstream'], means: 'The provider answered something that cannot be read.' },
  providerUnreachable: { kinds: ['upstream'], means: 'The provider cannot be reached at the moment.' },
  providerTimedOut: { kinds: ['timeout'], means: 'The provider did not answer in time.' },
  providerNotConnected: conflict('The user is not connected to the provider.'),

  uploadNotFound: notFound('There is no such upload.'),
  uploadSessionNotFound: notFound('There is no such upload session.'),
  uploadSessionNotOpen: conflict('The upload session was completed, given up or has expired.'),
  tooManyUploadSessions: { kinds: ['rateLimited'], means: 'As many upload sessions are open as an account may have.' },
  partsMissing: conflict('Parts of the file have not arrived, or have the wrong size.'),
  originalNotFound: notFound('The uploaded file is no longer stored.'),

  batchNotFound: notFound('There is no such batch.'),
  batchNotEnded: notYet('The batch is still being worked on.'),
  fileNotFound: { kinds: ['notFound', 'invalid'], means: 'There is no such machine file.' },
  operationFileNotFound: notFound('The field has no such machine file.'),
  fileNotEnded: notYet('The machine file is still being processed.'),
  fileFailed: conflict('The machine file has failed; its problems say why.'),
  filesUnlike: invalid('The files are not of one user and one kind of work, or not all processed.'),
  filesAlike: invalid('The same content is named twice.'),
  tooFewFiles: invalid('A merge takes at least two files.'),
  operationNotFound: notFound('There is no such field operation.'),
  artefactNotFound: notFound('Nothing of this kind was made of the file or operation.'),
  outputNotFound: notFound('The file or operation has no such output; some need a setting.'),
  imageNotFound: notFound('There is no image of this property.'),
  imageLinkExpired: { kinds: ['gone'], means: 'The link has expired. Get the process again for a new one.' },
  imagesNotDrawn: conflict('The images could not be drawn.'),
  assetNotFound: notFound('There is no such machine, implement or operator.'),

  weatherRangeTooLong: invalid('The range has more days than one request may have.'),
  weatherOutOfReach: invalid('There is no weather for these days. The response names the available ones.'),
  weatherNotHere: invalid('The model does not cover the location. Choose another one.'),
  weatherUnavailable: unavailable('The weather service does not respond, and no weather of the location is cached.'),

  groundTooLarge: invalid('The field is too large for satellite images, or its parts lie too far apart.'),
  satelliteFieldTaken: conflict('Another satellite field of the account has this `externalId`.'),
  planetNotEnabled: { kinds: ['forbidden'], means: 'The account has no API key for Planet.' },
  planetKeyRefused: invalid('Planet refuses the API key.'),
  planetKeyNotFound: notFound('The account has no API key for Planet.'),
  planetUnavailable: unavailable('Planet cannot be reached to check the API key.'),
  subscriptionNotFound: notFound('The field is not subscribed to commercial images.'),
  processNotFound: notFound('The field has no such process.'),
  processUnderWay: notYet('The scene is being processed.'),

  webhookNotFound: notFound('There is no such webhook.'),
  failedCallNotFound: notFound('There is no such failed call, or it was sent again.'),
  eventRegisteredTwice: invalid('Another webhook of the account listens to the type of event.'),
  webhookUrlRefused: invalid('Webhooks are not sent to this URL: it is not https, or leads into a private network.'),
  webhookNotConfirmed: invalid('The URL did not answer the confirmation call with 2xx.'),
  webhookDisabled: conflict('The webhook is not enabled.'),

  queryNotFound: notFound('There is no such query, or it has expired.'),
  queryNotEnded: notYet('The query has not ended.'),
  queryFailed: conflict('The query failed; `detail` says why.'),
  queryCancelled: conflict('The query was cancelled.'),
  queryIsExport: conflict('The result is a file, which has no pages. Download it.'),
  queryResultGone: { kinds: ['gone'], means: 'The result was removed because a user was erased. Run the query again.' },
  rowTooLarge: invalid('A row is larger than an answer may be.'),
  tooManyCells: invalid('There are too many cells. Take a coarser resolution, or less ground.'),
  syntaxError: invalid('The query is not SQL.'),
  multipleStatements: invalid('The query has more than one statement.'),
  notReadOnly: invalid('The query is not a SELECT.'),
  unknownTable: invalid('There is no table with this name.'),
  unknownColumn: invalid('There is no column with this name.'),
  ambiguousColumn: invalid('Several tables have a column with this name.'),
  unknownFunction: invalid('There is no function with this name.'),
  unsupportedFunction: invalid('The function of BigQuery is not offered here.'),
  unsupportedFeature: invalid('The part of the language is not offered here.'),
  typeError: invalid('A value has the wrong type.'),
  invalidQuery: invalid('The query cannot be run as it is written.'),
  invalidGeography: invalid('A value is not a valid geography.'),
  invalidCast: invalid('A value cannot be converted, or is out of range.'),
  divisionByZero: invalid('The query divides by zero.'),
  queryTooLarge: invalid('The text of the query is too long.'),
  queryTooComplex: invalid('The query is too complex.'),
  limitExceeded: invalid('The query reads or makes more than one query may.'),
  lakeChanges: unavailable('The data of the query are being replaced.'),
  engineBusy: unavailable('Too many queries run at the moment.'),
  engineFailed: unavailable('The query was stopped before it had ended.'),
  resultLost: unavailable('The result was removed before it was read.'),
  neverBegun: unavailable('Other queries of the account ran all the time.'),
  givenUp: { kinds: ['unavailable'], means: 'Each attempt ended without a result. Narrow the query.', retry: false },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorKey = keyof typeof errorKeys;

/** The keys that a kind of error may have. */
export type KeyOf<Kind extends ErrorKind> = {
  [Key in ErrorKey]: Kind extends (typeof errorKeys)[Key]['kinds'][number] ? Key : never;
}[ErrorKey];
