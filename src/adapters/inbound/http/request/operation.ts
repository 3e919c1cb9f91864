import type { z } from 'zod';

/**
 * One entry of the interface: what it takes and what it answers.
 * Routes read requests by it, and the documentation is made from it, so the two cannot disagree.
 */
export interface Operation<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType> {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** As in OpenAPI: `/prompts/{ref}`. */
  readonly path: string;
  readonly summary: string;
  readonly query?: Query;
  readonly body?: Body;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Which refusals a caller may meet, besides those that every operation has. */
  readonly refusals: readonly number[];
  /** Without a key. */
  readonly open?: boolean;
}

export interface Answer {
  readonly description: string;
  /** Of the body; without one there is no body. */
  readonly schema?: z.ZodType;
  readonly headers?: readonly string[];
  /** Other than JSON. */
  readonly mediaTypes?: readonly string[];
}

/** The path in the router's notation. */
export const routePath = ({ path }: Operation): string => path.replace(/\{(\w+)\}/g, ':$1');

/** And back. */
export const documentedPath = (template: string): string => template.replace(/:(\w+)/g, '{$1}');
