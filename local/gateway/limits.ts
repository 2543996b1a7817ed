/** Limits of requests at the gateway. */
export interface GatewayLimits {
  /** The longest request body, in bytes. */
  bodyBytes: number;
  /** The request line and all header values together, in bytes. */
  headerBytes: number;
  /** Whether a route's integration timeout is enforced. */
  integrationTimeout: boolean;
}

const megabyte = 1024 * 1024;

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
export const awsLimits: GatewayLimits = { bodyBytes: 10 * megabyte, headerBytes: 10_240, integrationTimeout: true };

/** A body becomes one JSON text for the function, which must fit in its memory. */
export const looseLimits: GatewayLimits = {
  bodyBytes: 100 * megabyte,
  headerBytes: Infinity,
  integrationTimeout: false,
};
