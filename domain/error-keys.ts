import { limitText } from './limits.ts';

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
  upstream: { status: 502, title: 'An upstream service failed', retry: true },
  unavailable: { status: 503, title: 'Temporarily unavailable', retry: true },
  timeout: { status: 504, title: 'The request took too long', retry: false },
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
const tooMany = (means: string) => ({ kinds: ['rateLimited'], means }) as const;
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
  methodNotAllowed: {
    kinds: ['methodNotAllowed'],
    means: 'The path does not support this method; `Allow` lists those that it does.',
  },
  conflict: conflict('The resource is being changed by several requests at once. Send the request again.'),
  gone: { kinds: ['gone'], means: 'The resource is no longer available.' },
  tooLarge: { kinds: ['tooLarge'], means: 'The request is too large.' },
  unsupported: { kinds: ['unsupported'], means: 'The body has the wrong Content-Type.' },
  rateLimited: tooMany('Too many requests or queries at once; `Retry-After` says when to try again.'),
  internal: { kinds: ['internal'], means: 'An error in the service itself. Report it with the request id.' },
  upstream: { kinds: ['upstream'], means: 'A provider or another service responded with an error.' },
  unavailable: unavailable('A service that this one depends on is not available at the moment.'),
  fileNotRead: unavailable('The program that reads the file was ended, which says nothing of the file.'),
  timeout: { kinds: ['timeout'], means: 'The request took too long. Request less at once.' },
  storageFull: { kinds: ['storageFull'], means: 'The server’s disk is full. Nothing was saved.' },

  bodyMissing: invalid('The request has no body.'),
  malformedJson: invalid('The body is not JSON.'),
  malformedText: invalid('The body is not valid UTF-8 text.'),
  malformedMultipart: invalid('The parts of the multipart form cannot be read.'),
  fileMissing: invalid('The form has no file part.'),
  emptyFile: invalid('The file is empty.'),
  pageTooDeep: invalid(
    `The page starts after the first ${limitText.numberedRows} rows. Follow \`Link: rel="next"\` instead.`,
  ),
  pageTooLarge: invalid('The page exceeds the maximum size of a response. Request a smaller page.'),
  cursorInvalid: invalid('The cursor does not belong to this list. Use it unchanged, as a `Link` header has it.'),
  sortTooLarge: invalid('There are too many rows to sort in this order. Filter the list, or sort by an indexed field.'),
  filterTooWide: invalid(
    'These filters would scan too many rows. The response names a filter that narrows the search.',
  ),
  rowsBeingErased: unavailable('Many rows of deleted users have yet to be erased.'),
  idempotencyKeyReused: conflict('The `Idempotency-Key` was used for another request.'),
  idempotencyKeyInProgress: notYet('The first request with this `Idempotency-Key` is still being processed.'),
  routeNotFound: notFound('No endpoint has this path.'),

  badCredentials: { kinds: ['unauthenticated'], means: 'The username or the password is wrong.' },
  signInLocked: { kinds: ['rateLimited'], means: 'Too many attempts to sign in have failed. Try again later.' },
  realmNotFound: notFound('There is no such realm.'),
  passwordLength: invalid('The password is too short or too long.'),
  usernameTaken: conflict('Another owner has this username.'),
  credentialNotFound: notFound('There is no such credential.'),
  invalid_request: invalid('From the token endpoint (RFC 6749): a parameter is missing or invalid.'),
  invalid_client: {
    kinds: ['unauthenticated'],
    means: 'From the token endpoint: the client is unknown, or its secret is wrong.',
  },
  invalid_grant: invalid('From the token endpoint: the password or the refresh token is not valid.'),
  unsupported_grant_type: invalid('From the token endpoint: the grant type is not supported.'),

  apiKeyNotFound: notFound('There is no such API key.'),
  appKeyNotFound: notFound('There is no app key with this name.'),
  appKeyMissing: invalid('The owner has no app key for the provider, or none with this name.'),
  appKeyInUse: conflict('Credentials use the app key. Delete them first, or replace the key’s values.'),
  appKeyExists: conflict('An app key with this name exists already.'),
  tooManyAppKeys: conflict('The owner has the maximum number of app keys for this provider.'),

  linkNotFound: notFound('There is no such link.'),
  linkExpired: { kinds: ['gone'], means: 'The link has expired. Request a new one.' },
  linkRevoked: { kinds: ['gone'], means: 'The link was revoked. Request a new one.' },
  linkExhausted: { kinds: ['gone'], means: 'The link was opened the maximum number of times. Request a new one.' },
  linkDoesNotAllow: { kinds: ['forbidden'], means: 'The API key belongs to a link that does not allow this.' },

  userNotFound: notFound('There is no such service user.'),
  externalIdTaken: conflict('Another user has this `externalId`.'),
  configurationNotFound: notFound('The user has no settings of its own.'),
  credentialExists: conflict('The user has a credential for this provider already.'),
  configurationExists: conflict('The user has settings already.'),

  organizationNotFound: notFound('The user has no such organization at the provider.'),
  growerNotFound: notFound('There is no such grower.'),
  farmNotFound: notFound('There is no such farm.'),
  fieldNotFound: notFound('There is no such field.'),
  boundaryNotFound: notFound('There is no such boundary version.'),
  seasonNotFound: notFound('There is no such season.'),
  zoneNotFound: notFound('There is no such zone.'),
  machineNotFound: notFound('The user has no such machine.'),
  implementNotFound: notFound('The user has no such implement.'),
  operatorNotFound: notFound('The user has no such operator of machines.'),
  pushSubscriptionNotFound: notFound('There is no such subscription to notifications, or its secrets are others.'),
  assetNotMatched: conflict(
    'The machine or implement is not one of a provider that was matched with one from files, so there is nothing to take apart.',
  ),
  machineNotUserCreated: conflict(
    'The machine was found in files or comes from a provider. Only machines that were entered by hand can be changed or deleted.',
  ),
  noActiveBoundary: { kinds: ['notFound', 'conflict'], means: 'The field has no active boundary.' },
  fieldIdTaken: conflict('The user has a field with this id.'),
  providerMade: invalid('It came from a provider, and only the provider can change it.'),
  mergedField: invalid('The field was merged from other fields. Change those instead.'),
  tooManyBoundaries: conflict(`The field has the maximum of ${limitText.boundaryVersions} boundary versions.`),
  invalidGeometry: invalid('The geometry is not valid; the response names the defect and its position.'),
  tooManyVertices: invalid('The geometry has too many vertices.'),
  geometryTooComplex: invalid('The geometries are too complex to be compared within one request.'),
  geometryTooWide: invalid('The geometry covers too large an area for a search.'),
  noPoints: invalid('No point has a position.'),
  tooManyPoints: invalid('There are more points than one request can read.'),
  tooManyFields: invalid('The request would change more fields than one request may.'),
  consentUnknown: invalid('The sign-in is unknown: its URL is incomplete, or was not issued by this service.'),
  consentExpired: { kinds: ['gone'], means: 'The sign-in has expired. Start again.' },
  consentForeign: { kinds: ['forbidden'], means: 'The sign-in was started in another browser.' },
  consentUsed: conflict('The sign-in was completed before; each can be used once.'),
  consentRefused: invalid('The grower or the provider refused consent. Start again.'),
  grantRefused: invalid(
    'The provider refuses the code, the client or the account of the request; `providerStatus` is the HTTP status of its response.',
  ),
  consentRevoked: {
    kinds: ['gone'],
    means: 'The link or the API key with which the sign-in was started was revoked. Request a new one.',
  },
  providerNotConfigured: unavailable('The operator has not configured the provider’s URL.'),
  providerRefused: {
    kinds: ['upstream'],
    means: 'The provider refused the request; `providerStatus` is the HTTP status of its response.',
    retry: false,
  },
  providerMalformed: { kinds: ['upstream'], means: 'The provider’s response cannot be parsed.' },
  providerUnreachable: { kinds: ['upstream'], means: 'The provider cannot be reached at the moment.' },
  providerTimedOut: { kinds: ['timeout'], means: 'The provider did not respond in time.' },
  noRemovalsWaiting: conflict('No removals of the provider wait to be confirmed.'),
  providerNotConnected: conflict('The user is not connected to the provider.'),

  prescriptionNotFound: notFound('The account has no such prescription at the provider.'),
  sendingNotFound: notFound('There is no record of such a prescription.'),
  prescriptionNameTaken: conflict(
    'The account at the provider has a prescription of this name, and takes names for identities.',
  ),
  sendingInProgress: notYet('Another request is sending the prescription.'),
  partnerGatewayMissing: { kinds: ['unavailable'], means: 'Partners alone may call the provider.', retry: false },

  uploadNotFound: notFound('There is no such upload.'),
  uploadSessionNotFound: notFound('There is no such upload session.'),
  uploadSessionNotOpen: conflict('The upload session was completed or cancelled, or has expired.'),
  uploadSessionNotReady: conflict('The upload session is not completed, or its file is for something else.'),
  tooManyUploadSessions: tooMany('The account has the maximum number of open upload sessions.'),
  partsMissing: conflict('Parts of the file have not arrived, or have the wrong size.'),
  originalNotFound: notFound('The original file is no longer stored.'),

  batchNotFound: notFound('There is no such batch.'),
  batchNotEnded: notYet('The batch is still being processed.'),
  fileNotFound: { kinds: ['notFound', 'invalid'], means: 'There is no such machine file.' },
  operationFileNotFound: notFound('The field has no such machine file.'),
  fileNotEnded: notYet('The machine file is still being processed.'),
  fileFailed: conflict('The machine file has failed; its problems say why.'),
  filesUnlike: invalid('The files differ in user or kind of work, or some are not processed.'),
  filesAlike: invalid('Two of the files have the same content.'),
  tooFewFiles: invalid('A merge needs at least two files.'),
  operationNotFound: notFound('There is no such field operation.'),
  artefactNotFound: notFound('The file or operation has no artefact of this kind.'),
  outputNotFound: notFound(
    'The file or operation has no such output; some outputs have to be enabled in the settings.',
  ),
  imageNotFound: notFound('There is no image of this property.'),
  imageLinkExpired: { kinds: ['gone'], means: 'The link has expired. Get the process again for a new one.' },
  imagesNotDrawn: notYet('The images could not be drawn; a request some minutes later tries it again.'),
  outputNotMade: notYet('The output could not be made; a request some minutes later tries it again.'),
  outputBeingMade: unavailable('The output is being made, which takes longer than a request may.'),
  assetNotFound: notFound('There is no such machine, implement or operator.'),

  irrigationEquipmentNotFound: notFound('The user has no such irrigation equipment.'),
  appliedIrrigationNotFound: notFound('The user has no such applied irrigation.'),
  fieldIrrigationNotFound: notFound('The field has no such irrigation.'),
  soilBatchNotFound: notFound('There is no such batch of soil results.'),
  soilEntryNotFound: notFound('The batch of soil results has no such entry.'),
  soilEntryNotEnded: notYet('The zip of soil results is still being processed.'),
  soilEntryFailed: conflict('The zip of soil results could not be read; its entry says why.'),
  soilAnalyteNotFound: notFound('No sample of the zip has a result for this analyte.'),
  tooManySamples: invalid('There are more soil samples than one response can show.'),
  soilDryRunTooLong: invalid('The zips are too much for a dry run.'),
  tooManyFiles: invalid(`The form has more than ${limitText.soilFiles} files.`),
  fileNameTwice: invalid('Two files of the request have the same name.'),
  fileNotZip: invalid('A file is not a zip.'),
  prescriptionUnfit: invalid(
    'The prescription is not as its provider wants it; `errors` and `findings` say where, and what to do.',
  ),
  prescriptionKindOpen: invalid(
    'The provider takes prescriptions for planting alone, and nothing says what this one is for: say `kind=planting`.',
  ),
  prescriptionNotPlanting: invalid('The provider takes prescriptions for planting alone.'),
  layerRefused: invalid(
    'The file is not an aerial image by the rules of its provider; `errors` says which of them it breaks.',
  ),

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

  contractNotFound: notFound('There is no such contract.'),
  outsideContract: invalid(
    'The day is outside of the contract’s term or has not begun, or a range has no day of the term.',
  ),

  webhookNotFound: notFound('There is no such webhook.'),
  failedCallNotFound: notFound('There is no such failed call, or it has been sent again.'),
  eventRegisteredTwice: invalid('Another webhook of the account subscribes to the event type.'),
  webhookUrlRefused: invalid('The URL is not allowed for webhooks: it is not https, or resolves to a private network.'),
  webhookNotConfirmed: invalid('The URL did not respond to the confirmation call with 2xx.'),
  webhookDisabled: conflict('The webhook is not enabled.'),

  queryNotFound: notFound('There is no such query, or it has expired.'),
  queryNotEnded: notYet('The query is still running.'),
  queryFailed: conflict('The query failed; `detail` says why.'),
  queryCancelled: conflict('The query was cancelled.'),
  queryIsExport: conflict('The result is a file without pages. Download it.'),
  queryResultGone: { kinds: ['gone'], means: 'The result was removed because a user was erased. Run the query again.' },
  rowTooLarge: invalid('A row exceeds the maximum size of a response.'),
  tooManyCells: invalid('There are too many cells. Use a coarser resolution or a smaller area.'),
  syntaxError: invalid('The query is not valid SQL.'),
  multipleStatements: invalid('The query has more than one statement.'),
  notReadOnly: invalid('The query is not a SELECT.'),
  unknownTable: invalid('There is no table with this name.'),
  unknownColumn: invalid('There is no column with this name.'),
  ambiguousColumn: invalid('Several tables have a column with this name.'),
  unknownFunction: invalid('There is no function with this name.'),
  unsupportedFunction: invalid('The BigQuery function is not supported.'),
  unsupportedFeature: invalid('The SQL feature is not supported.'),
  typeError: invalid('A value has the wrong type.'),
  invalidQuery: invalid('The query cannot be run as written.'),
  invalidGeography: invalid('A value is not a valid geography.'),
  invalidCast: invalid('A value cannot be converted, or is out of range.'),
  divisionByZero: invalid('The query divides by zero.'),
  queryTooLarge: invalid('The text of the query is too long.'),
  queryTooComplex: invalid('The query is too complex.'),
  limitExceeded: invalid('The query reads or returns more than one query may.'),
  resultTooLarge: invalid(
    'The result has more rows or bytes than a response can hold. The problem says how to get all of it; `Prefer: handling=lenient` accepts the first rows.',
  ),
  lakeChanges: unavailable('The data that the query reads are being replaced.'),
  engineBusy: unavailable('Too many queries run at the moment.'),
  engineFailed: unavailable('The query engine stopped before the query ended.'),
  resultLost: unavailable('The result was removed before it was read.'),
  neverBegun: unavailable('The query expired in the queue while other queries of the account ran.'),
  givenUp: { kinds: ['unavailable'], means: 'Every attempt failed. Narrow the query.', retry: false },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorKey = keyof typeof errorKeys;

export const errorKeyNames = Object.keys(errorKeys) as [ErrorKey, ...ErrorKey[]];

/** The keys that a kind of error may have. */
export type KeyOf<Kind extends ErrorKind> = {
  [Key in ErrorKey]: Kind extends (typeof errorKeys)[Key]['kinds'][number] ? Key : never;
}[ErrorKey];
