import { get } from 'node:http';
import type { Command } from 'commander';
import type { Finding, Severity } from '../../../../application/ports/diagnosis.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { harmless } from '../terminal/print-table.ts';

const READY_MS = 4000;

interface DoctorOptions extends JsonOption {
  readonly ready?: boolean;
}

/** `prompthold doctor` */
export function addDoctorCommand(program: Command, host: CommandHost): void {
  program
    .command('doctor')
    .description('check configuration, storage, keyring, disk and clock, and say what to do')
    .option('--ready', 'only ask the service on this machine whether it is ready, as health checks do')
    .option('--json', 'print JSON')
    .action(
      host.toAction((options: DoctorOptions) => (options.ready ? askReady(host, options) : diagnose(host, options))),
    );
}

async function diagnose({ services, terminal, configFile }: CommandHost, { json }: JsonOption): Promise<number> {
  const findings = await services.diagnose(configFile);
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  const ok = count('error') === 0;
  if (json) {
    terminal.print(JSON.stringify({ findings, ok }));
  } else {
    terminal.print(listed(findings));
    terminal.report(`${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}`);
  }
  return ok ? 0 : 1;
}

async function askReady({ services, terminal, configFile }: CommandHost, { json }: JsonOption): Promise<number> {
  const url = services.readyUrl(configFile);
  const answer = await statusOf(url);
  const ready = answer === 200;
  if (json) terminal.print(JSON.stringify({ ready, url }));
  else terminal.report(ready ? 'The service is ready.' : `The service is not ready: ${url} answers ${answer}.`);
  return ready ? 0 : 1;
}

/** Not with fetch, which refuses to call some ports that a service may well listen on. */
function statusOf(url: string): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get(url, { timeout: READY_MS, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('timeout', () => request.destroy(new Error('nothing')));
    request.on('error', (error) => resolve(`${'code' in error ? error.code : error.message}`));
  });
}

const MARKS: Readonly<Record<Severity, string>> = { ok: '✓', warning: '!', error: '✗' };

/** One line for each, and one below it with what to do. */
function listed(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .flatMap(({ check, severity, message, cure }) => [
      `${MARKS[severity]} ${check.padEnd(width)}  ${message}`,
      ...(cure === undefined ? [] : [`${' '.repeat(width + 4)}→ ${cure}`]),
    ])
    .map(harmless)
    .join('\n');
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
