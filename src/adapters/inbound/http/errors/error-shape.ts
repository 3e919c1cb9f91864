import type { Rejection } from './rejection.ts';

/** How an API presents rejections whose errors do not look like ours. A 401 always looks the same. */
export interface ErrorShape {
  statusOf(rejection: Rejection): number;
  /** Content of the JSON body. */
  bodyOf(rejection: Rejection, requestId: string): unknown;
}
