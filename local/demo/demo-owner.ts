/** The API owner that exists on an embedded cloud from its first start, so that there is something to try at once. */
export interface DemoOwner {
  username: string;
  password: string;
  /** The OAuth client for the password and refresh grants. */
  clientId: string;
  /** A service user of the owner, for whom the sample is uploaded. */
  svcUserId: string;
  /** The path of a zipped shapefile with a few fields. */
  sampleFile: string;
}
