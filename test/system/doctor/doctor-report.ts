import { expect } from 'vitest';
import { z } from 'zod';
import { type CommandOptions, runCommand } from '../../support/service/run-command.ts';

const report = z.strictObject({
  findings: z.array(
    z.strictObject({
      check: z.string(),
      severity: z.enum(['ok', 'warning', 'error']),
      message: z.string(),
      cure: z.string().optional(),
    }),
  ),
  ok: z.boolean(),
});

/** Runs `prompthold doctor --json` and returns its exit code and report. */
export async function runDoctor(options: CommandOptions) {
  const { code, stdout, stderr } = await runCommand(['doctor', '--json'], options);
  if (stderr !== '') throw new Error(stderr);
  const { findings, ok } = report.parse(JSON.parse(stdout));
  return { code, ok, findings, errors: findings.filter(({ severity }) => severity === 'error') };
}

/** Matches a finding with parts of its message and of its cure. */
export const aProblem = (severity: string, check: string, message: string, cure: string) => ({
  severity,
  check,
  message: expect.stringContaining(message),
  cure: expect.stringContaining(cure),
});
