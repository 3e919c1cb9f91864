import { type Finding, failure, ok, warning } from '../../../application/ports/diagnosis.ts';
import type { Configuration, LoadedConfiguration } from './configuration.ts';
import type { ConfigurationError } from './errors.ts';

const CHECK = 'configuration';

/** Reports the mistakes that keep the service from starting. */
export function mistakeFindings({ mistakes }: ConfigurationError): Finding[] {
  return mistakes.map(({ path, origin, problem }) =>
    failure(
      CHECK,
      path === '' ? `${origin} ${problem}` : `${path} (${origin}) ${problem}`,
      `correct it in ${origin.replace(/^(file|env) /, '')}; "prompthold config" shows what is in force`,
    ),
  );
}

/** Reports what is valid, but perhaps not what was meant. */
export function configurationFindings({ configuration, warnings }: LoadedConfiguration): Finding[] {
  const findings = [
    ...warnings.map((text) => warning(CHECK, text, 'correct its name, or remove it')),
    ...addressFindings(configuration.http),
  ];
  return findings.length > 0 ? findings : [ok(CHECK, 'the configuration is valid')];
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** The banner prints these, too: behind an unknown proxy, the limits for one client apply to all of them together. */
export function proxyFindings({ publicUrl, trustProxy }: Pick<Configuration['http'], 'publicUrl' | 'trustProxy'>) {
  if (!publicUrl?.startsWith('https:') || trustProxy > 0) return [];
  const message =
    'http.publicUrl is https, so that a proxy is in front, but http.trustProxy is 0: all clients seem to be the proxy';
  return [warning('proxy', message, 'set http.trustProxy to the number of proxies, 1 for a single nginx')];
}

function addressFindings({ host, publicUrl, trustProxy }: Configuration['http']): Finding[] {
  const findings: Finding[] = [];
  const url = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (!url && (trustProxy > 0 || !LOOPBACK.test(host))) {
    const message = 'http.publicUrl is not set: links and cookies are made for an address that only this machine knows';
    findings.push(warning('public address', message, 'set http.publicUrl to what users type, sub-path included'));
  }
  findings.push(...proxyFindings({ publicUrl, trustProxy }));
  if (url?.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    const message = 'http.publicUrl is http: keys and passwords can be read on their way';
    findings.push(warning('public address', message, 'put a proxy with TLS in front (docs/nginx.md), and write https'));
  }
  return findings;
}
