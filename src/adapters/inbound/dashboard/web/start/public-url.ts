import { serviceUrl } from './base-address.ts';
import { serverInfo } from './server-info.ts';

/** The URL that clients should use: the configured one, or else the one that this browser uses. */
export const publicUrl: string = serverInfo.publicUrl ?? serviceUrl;
