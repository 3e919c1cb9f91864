import type { z } from 'zod';
import type { ApiArea } from './api-areas.ts';

/** Method and path of requests, and how their query is treated. */
export interface Endpoint<Query extends z.ZodType = z.ZodType> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path as in OpenAPI: `/prompts/{ref}`. A parameter such as `{*name}` may contain slashes, encoded or not. */
  readonly path: string;
  /** If undefined, any query parameter is rejected: `DELETE …?version=3` must not delete all versions. */
  readonly query?: Query;
  /** Set for endpoints that clients call with arbitrary parameters, such as health checks. */
  readonly ignoresQuery?: boolean;
  /** Set for endpoints that create something each time they are called: clients may send an `Idempotency-Key`. */
  readonly creates?: true;
  /** Set for endpoints that read although their method is not GET. */
  readonly reads?: true;
  /** Whether a path with a trailing slash is a different one. */
  readonly strict?: boolean;
}

/**
 * One endpoint of the API: what it takes and what it returns.
 * Handlers read requests by it and the documentation is generated from it, so the two cannot disagree.
 */
export interface Operation<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>
  extends Endpoint<Query> {
  readonly id: string;
  readonly summary: string;
  readonly body?: Body;
  /** Set if the body may be missing. */
  readonly isBodyOptional?: true;
  /** Media types of the body, besides JSON. */
  readonly bodyMediaTypes?: readonly string[];
  /** Descriptions of optional headers by their names, besides preconditions. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly responses: Readonly<Record<number, DescribedResponse>>;
  /** Statuses of error responses, besides those that every operation has. */
  readonly rejections: readonly number[];
}

/** An operation of the public API, which the OpenAPI document describes. */
export interface PublicOperation<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>
  extends Operation<Query, Body> {
  readonly area: ApiArea;
  /** Facts that a caller should know beyond the summary, in whole sentences. */
  readonly description: string;
}

export interface DescribedResponse {
  readonly description: string;
  /** Schema of the body; undefined if there is no body. */
  readonly schema?: z.ZodType;
  readonly headers?: readonly string[];
  /** Media types of the body, besides JSON. */
  readonly mediaTypes?: readonly string[];
  /** Media type of a text that is sent instead of JSON. */
  readonly textType?: string;
}

export const isOperation = (endpoint: Endpoint): endpoint is Operation => 'id' in endpoint;
