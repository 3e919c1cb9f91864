/** The order matters: most browsers also claim to be browsers further down. */
const BROWSERS = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
] as const;

/** Android also claims to be Linux, and an iPhone Mac OS. */
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const;

type Names = readonly (readonly [string, RegExp])[];

const findFirst = (names: Names, text: string): string | undefined =>
  names.find(([, pattern]) => pattern.test(text))?.[0];

/** Browser and system from the user agent: helps to recognise a session, but proves nothing. */
export function deviceName(userAgent: string): string {
  const browser = findFirst(BROWSERS, userAgent);
  const system = findFirst(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : 'Unknown browser');
}
