import type { Command } from 'commander';
import type { Finding, Severity } from '../../../../application/ports/diagnosis.ts';
import { addCommand, JSON_OUTPUT } from '../host/add-command.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { maskControlCharacters } from '../terminal/print-table.ts';
import { checkReady } from './ready-check.ts';

interface DoctorOptions extends JsonOption {
  readonly ready?: boolean;
}

/** `prompthold doctor` */
export function addDoctorCommand(program: Command, host: CommandHost): void {
  addCommand<DoctorOptions>(program, host, {
    name: 'doctor',
    description: 'check configuration, storage, keyring, disk and clock, and suggest fixes',
    options: [['--ready', 'only check whether the service on this machine is ready, for health checks'], JSON_OUTPUT],
    examples: ['prompthold doctor', 'prompthold doctor --json', 'prompthold doctor --ready'],
    run: async (options) => {
      const { services, terminal, configFile } = host;
      if (!options.ready) return diagnose(host, options);
      return checkReady(await services.readyUrl(configFile), terminal, options);
    },
  });
}

async function diagnose({ services, terminal, configFile }: CommandHost, { json }: JsonOption): Promise<number> {
  const findings = await services.diagnose(configFile);
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  const ok = count('error') === 0;
  if (json) {
    terminal.print(JSON.stringify({ findings, ok }));
  } else {
    terminal.print(formatFindings(findings));
    terminal.report(`${pluralize(count('error'), 'error')}, ${pluralize(count('warning'), 'warning')}`);
  }
  return ok ? 0 : 1;
}

const MARKS: Readonly<Record<Severity, string>> = { ok: '✓', warning: '!', error: '✗' };

/** One line per finding, followed by its cure. */
function formatFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .flatMap(({ check, severity, message, cure }) => [
      `${MARKS[severity]} ${check.padEnd(width)}  ${message}`,
      ...(cure === undefined ? [] : [`${' '.repeat(width + 4)}→ ${cure}`]),
    ])
    .map(maskControlCharacters)
    .join('\n');
}

const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
