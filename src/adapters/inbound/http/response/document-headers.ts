import type { Context } from 'koa';

/**
 * Browser features that no page of ours uses. Copying needs `clipboard-write`, which stays allowed.
 * The list has only features that Chromium knows: it reports every other one on the console.
 */
const UNUSED_FEATURES = [
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const PERMISSIONS = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The headers of every HTML page. Other responses have no use for them. */
export function setDocumentHeaders(ctx: Context, contentPolicy: string, publicUrl: string): void {
  ctx.set('Content-Security-Policy', contentPolicy);
  ctx.set('Permissions-Policy', PERMISSIONS);
  ctx.set('Referrer-Policy', 'same-origin');
  ctx.set('X-Frame-Options', 'DENY');
  // Browsers ignore it on plain http, and report that as an error.
  if (publicUrl.startsWith('https:') || LOOPBACK.test(ctx.hostname)) {
    ctx.set('Cross-Origin-Opener-Policy', 'same-origin');
  }
}
