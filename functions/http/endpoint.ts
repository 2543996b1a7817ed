import type * as z from 'zod';
import type { Permission } from '../../domain/access/owner.ts';
import type { ErrorKey } from '../../domain/error-keys.ts';
import type { Widget } from '../../domain/links/magic-link.ts';
import type { UploadTarget } from '../../domain/uploads/upload-session.ts';
import type { Existence, ExistenceDeclared } from './existence.ts';
import type { LocationDeclared } from './location.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Callers: an owner with a bearer token; the owner, or one of its service users with an API key, which sees no other user; or anyone. An
 * endpoint that takes API keys makes sure by a finder that the user of its request is there.
 */
export type Access = 'owner' | 'ownerOrApiKey' | 'public';

/**
 * What a request body is. `readOnly` names members of the resource that clients send back unchanged:
 * they are accepted and ignored, while any other unknown member is refused.
 */
export type RequestBody =
  | {
      kind: 'json';
      schema: z.ZodType;
      readOnly?: readonly string[];
      example?: unknown;
      /** The most bytes that the body may have, where that is less than a function takes; more are 413. */
      maxBytes?: number;
      /** No answer repeats anything of it, and what is kept of it to know it again is slow to guess. */
      hasSecrets?: true;
    }
  | { kind: 'form'; schema: z.ZodType; example?: Readonly<Record<string, string>> }
  /** Plain text; a type of JSON around it is accepted too, which clients send without meaning it. */
  | { kind: 'text'; description: string; example: string }
  | {
      kind: 'multipart';
      part: string;
      /** Takes up to so many files, each in a part of this name; more are refused with 400 `tooManyFiles`. */
      many?: number;
      /** Refuses a file without content with 400 `emptyFile`. */
      notEmpty?: true;
      /** Query parameters that may be sent as parts of the form instead. */
      parameters?: readonly string[];
      /** Absent for files that always fit into a request, or nearly. */
      uploadTarget?: UploadTarget;
      description: string;
    };

/** One documented answer. `schema` absent means an empty body; `contentType` is JSON unless it says otherwise. */
export interface EndpointResponse {
  description: string;
  schema?: z.ZodType;
  contentType?: string;
  /**
   * Where what was made is, below the area's base, with members of the body in place of `{names}`: `/fields/{id}`. `given` where the handler answers
   * it, below the base of the API.
   */
  location?: `/${string}` | 'given';
  /** Descriptions of its headers: of one that it always has, or of an optional one. */
  headers?: Record<string, string | { optional: string }>;
  /** Schema of a body that the handler writes itself; members that it lacks are not removed. */
  describes?: z.ZodType;
  /** Types that the handler may name instead of `contentType`. */
  otherTypes?: Record<string, z.ZodType>;
  example?: unknown;
}

/** One endpoint of the API as data: everything about it that can be known without running it. */
export interface Endpoint {
  method: Method;
  /** Relative to the area's base; a variable is a whole segment: `/users/{id}`. */
  path: string;
  summary: string;
  /** Markdown; what happens on bad input belongs here. */
  description?: string;
  access: Access;
  /** The links whose keys it takes. Of an endpoint that takes API keys; those that owners make are taken anyway. */
  links?: readonly Widget[];
  /** How often a caller may ask in a minute, in each instance, where that is less than for others. A caller of a public endpoint is its network. */
  perMinute?: number;
  /**
   * What a caller of a public endpoint has to know: the name of a variable, a parameter or a member of the body, and the key of the error where nothing
   * has it. `perMinute` then counts each secret by itself for each network, and the guesses of a network together.
   */
  secret?: { name: string; unknown: ErrorKey };
  /** Permissions, one of which the owner must have; 403 otherwise. */
  permission?: Permission | readonly Permission[];
  params?: z.ZodObject;
  /** The resources that the request names, and how the endpoint makes sure that each is there. Required of all that the path names. */
  exists?: Readonly<Record<string, Existence>>;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: RequestBody;
  responses: Record<number, EndpointResponse>;
  /**
   * Answers in pages: `X-Total-Count` and `Link` are sent, `page`, `size`, `sort` and `cursor` understood. `size` is that of a page for which none is
   * asked.
   */
  paged?: true | { size: number };
  /** Honours `Idempotency-Key`; or does so only where `Prefer: respond-async` asks for work that goes on. */
  idempotent?: boolean | 'respond-async';
  /** May answer 409, and what that means. */
  conflict?: string;
  /** Errors that few endpoints have, by status, and what they mean. */
  errors?: Record<number, string>;
  beta?: boolean;
  deprecated?: string;
  /** Not in the interface specification; ours. */
  addition?: boolean;
  /** A browser is sent here, and the GET changes something: HEAD, with which scanners look at URLs, does nothing. */
  actsOnGet?: true;
  /** Errors are pages for browsers (`errorPage` of the area's services); callers that ask for JSON get problem documents. */
  errorPages?: true;
  /** Errors in the shape of RFC 6749 instead of a problem document (the token endpoint). */
  oauthErrors?: boolean;
}

export interface Area {
  /** Names the folder and the function. */
  name: string;
  title: string;
  /** The area's letter in the interface specification. */
  letter: string;
  description: string;
  /** Prefix of every path of the area, without a trailing slash. */
  base: string;
  /**
   * A path below the base that it shares with other areas, and of which it gets all that no other area has: one route of the gateway instead of one
   * for each of its paths, and the paths that nobody has. Its function is served with its neighbours (`neighboursOf`). An area that shares its base
   * with none takes that anyway.
   */
  takes?: '' | `/${string}`;
  endpoints: Record<string, Endpoint>;
}

/** Requirements that depend on several members of an endpoint. */
type Declared<O> = { [Id in keyof O]: ExistenceDeclared<O[Id]> & LocationDeclared<O[Id]> };

/**
 * Keeps the literal types of an area, from which the handlers' inputs and results are derived.
 *
 * @example export const usersApi = defineArea({ name: 'users', title: 'Service users', …, endpoints: userEndpoints });
 */
export function defineArea<const A extends Area>(area: A & { endpoints: Declared<A['endpoints']> }): A {
  return area;
}

/**
 * Declares a part of an area's endpoints in a file of its own.
 *
 * @example export const farmEndpoints = defineEndpoints({ listFarms: { method: 'GET', path: '/farms', … } });
 */
export function defineEndpoints<const O extends Record<string, Endpoint>>(endpoints: O & Declared<O>): O {
  return endpoints;
}
