/**
 * Limits that callers meet and that more than one place names: schemas, messages, descriptions, the table of docs/limits.md,
 * guides and pages take them from here. Names say the unit; limits without one are counts. Limits of an engine that
 * nobody meets by number stay with their engine.
 */
export const limits = {
  /**
   * Vertices of one geometry. Chosen: its GeoJSON of about 4 MB fits into a response. The interface specification names
   * no limit.
   */
  vertices: 100_000,
  /** Vertices of a zone, which is drawn by hand. Chosen: a page of a hundred such zones fits into a response. */
  zoneVertices: 1_000,
  /**
   * Crossings of the outlines of two geometries that are laid over each other. Chosen: they take two seconds, and two
   * surveys of one field with the most vertices cross half as often.
   */
  crossings: 100_000,
  /** Points of a field that is sent to Climate FieldView (its API documentation, `application/vnd.climate.field.geojson`). */
  climateFieldVertices: 10_000,
  /** Acres of a field that is sent to Climate FieldView (its API documentation). */
  climateFieldAcres: 20_000,
  /**
   * Records of a provider that a round takes for gone without being asked, if they are more than a fifth of the list. Chosen: fewer are read through in a
   * minute.
   */
  removedRecords: 20,
  /** Fields and files of a user at one provider that were asked for by their ids there, and have not arrived. Chosen: a round asks for them in a minute. */
  askedRecords: 100,

  /**
   * Pixels of a scene, around its field, of which the statistics of a part are made: 40,000 ha of Sentinel-2, 3,600 ha of PlanetScope. Chosen: they take two
   * seconds and 400 MB of the function that answers.
   */
  partPixels: 4_000_000,

  /** Versions of the boundary of one field, which holds all their ids: an item of DynamoDB has at most 400 kB. */
  boundaryVersions: 1_000,

  /** A file in an upload session (interface specification, "Limits": boundary upload file size). */
  uploadBytes: 3 * 1024 ** 3,
  /** Fields in one upload (interface specification, "Limits": fields per boundary upload). */
  uploadFields: 100,
  /** Open upload sessions of one owner. Chosen: the operator pays for their parts. */
  uploadSessions: 100,
  /** Until an incomplete upload session expires. Chosen. */
  uploadSessionSeconds: 24 * 60 * 60,
  /** A file in one request, and a result in one response: a function of Lambda takes and returns 6 MB, in base64. */
  inlineBytes: 4_500_000,
  /** A response: a function of Lambda returns 6 MB, of which JSON's escapes take some. */
  responseBytes: 5_000_000,

  /** An aerial image that is sent to Climate FieldView (facts of area O). */
  layerBytes: 5_000_000,
  /** Pixels of an aerial image. Chosen: they are decoded within seconds. */
  layerPixels: 100_000_000,

  /** The zip of a prescription. Chosen (facts of area N recommend it): a thousand times what most have. */
  prescriptionBytes: 50_000_000,
  /** Polygons of a prescription that is inspected, and cells of its grid. Chosen: they take ten seconds. */
  inspectedPolygons: 60_000,
  inspectedCells: 1_000_000,
  /** Zones of a field that a prescription is made from. Chosen: a task has at most 254 rates. */
  prescribedZones: 250,
  /** What a zip of a prescription holds, unpacked. Chosen: it is checked in memory. */
  unpackedPrescriptionBytes: 500_000_000,

  /** Zips in one batch of soil results. Chosen: their record is an item of DynamoDB of at most 400 kB. */
  soilFiles: 20,
  /** One zip of soil results. Chosen. */
  soilFileBytes: 200 * 1024 ** 2,
  /** Soil samples of one map or field. Chosen: their dots have to fit a response. */
  shownSamples: 15_000,

  /** Events in one notification of a provider (John Deere: `maxBatchSize`). */
  pushEvents: 256,
  /** One notification of a provider. Chosen: an event has about 1 kB. */
  pushBytes: 1_000_000,

  /** Rows of a page by default and at most (interface specification, "Limits": page size). */
  defaultPageRows: 20,
  pageRows: 100,
  /** Rows that page numbers reach. Chosen: DynamoDB reads every key before them. */
  numberedRows: 10_000,
  /** Rows that are sorted or filtered in memory, where no index has an order or a filter. Chosen. */
  sortedRows: 10_000,
  /** Rows that are counted by reading them. Chosen: DynamoDB reads every key that it counts. */
  countedRows: 1_000,
  /** Shapes of one page of a list. Chosen: the rest of a response is for their records. */
  pageShapeBytes: 4_000_000,
  /** Points of a layer, and texts that its values stand for. Chosen: what a browser draws, in about 2 MB. */
  layerPoints: 1_000_000,
  layerCategories: 1_000,

  /** The shape of a field in a list. Chosen: a page of a hundred fits into `pageShapeBytes`. */
  listedShapeBytes: 40_000,

  /**
   * The result of a query that is waited for: rows, their size as JSON, and time. API Gateway gives up after 30 s; two
   * of the 25 s that are promised are for a cold start.
   */
  queryRows: 1_000_000,
  queryBytes: 250_000_000,
  querySeconds: 23,
  /** The result of an asynchronous query. Lambda ends after 15 minutes; one is for what comes before and after. */
  storedQueryRows: 10_000_000,
  storedQueryBytes: 2_000_000_000,
  storedQuerySeconds: 14 * 60,
  /** A query as GeoParquet: the disk of a function holds the file beside the points. */
  exportBytes: 1_000_000_000,
  /** Rows of a stored result in one page. Chosen: they are many and small, and the size of a response ends a page too. */
  storedPageRows: 10_000,
  /** Queries of one owner at once, and asynchronous ones among them, so that others do not wait for minutes. Chosen. */
  queries: 10,
  asynchronousQueries: 4,
  /** Asynchronous queries of one owner that wait or run. Chosen: more would wait for hours. */
  waitingQueries: 100,

  /** Users in a page of a day's usage. Chosen: a page of about 800 kB. */
  usersInConsumption: 10_000,

  /** Days of one request for weather (interface specification, "Limits": weather ranges). */
  dailyWeatherDays: 366,
  /** Days of irrigation of one season of a field. Chosen: a year and its leap day. */
  irrigationDays: 366,
  /** Pairs of shapes of one date and machine that may overlap, other than sectors of a pivot. Chosen: they are laid over one another within a minute. */
  overlappingPairs: 200_000,
  hourlyWeatherDays: 30,
  /** How long the response to an `Idempotency-Key` is kept. Chosen. */
  idempotencySeconds: 24 * 60 * 60,
  /** How long events are also signed with the former secret of a webhook. Chosen. */
  formerSecretSeconds: 24 * 60 * 60,
  /** Requests of one owner in a minute, counted in each instance of a function. Chosen; a setting. */
  requestsPerMinute: 1_000,
  /** Deliveries of a webhook that are counted in its health. Chosen: DynamoDB reads every key that it counts. */
  countedDeliveries: 10_000,
  /** Deliveries of a webhook that one request makes due. Chosen: each is a write, and a laptop makes them in a second. */
  hastenedDeliveries: 250,
  /** Files of one owner that one kind of worker reads at once, out of ten workers. Chosen; a setting. */
  filesAtOnce: 4,
  /** Files of all owners that one kind of worker reads at once: of ten workers, one is kept for an owner that has nothing, and one looks at what arrives. Chosen; a setting. */
  workersAtOnce: 8,
};

export type Limit = keyof typeof limits;

/**
 * The limits as text, for messages and documentation.
 *
 * @example limitText.vertices // '100,000'
 * @example limitText.uploadBytes // '3 GB'
 */
export const limitText = Object.fromEntries(
  Object.entries(limits).map(([name, value]) => [name, textOf(name, value)]),
) as Record<Limit, string>;

function textOf(name: string, value: number): string {
  if (name.endsWith('Bytes')) return sizeText(value);
  if (name.endsWith('Seconds')) return durationText(value);
  return value.toLocaleString('en');
}

/** Powers of 1024 or of 1000, whichever gives the shorter number: limits are chosen in one or the other. */
function sizeText(bytes: number): string {
  const base = bytes % 1024 ** 2 === 0 ? 1024 : 1000;
  const power = Math.floor(Math.log(bytes) / Math.log(base));
  return `${Number((bytes / base ** power).toFixed(1))} ${['bytes', 'kB', 'MB', 'GB'][power]}`;
}

function durationText(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} hours`;
  return seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`;
}
