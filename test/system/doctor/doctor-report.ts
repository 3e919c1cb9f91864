import { z } from 'zod';
import { type CliOptions, runCli } from '../../support/service/run-cli.ts';

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

/** What `prompthold doctor --json` says, and how it ends. */
export async function doctorReport(options: CliOptions) {
  const { code, stdout, stderr } = await runCli(['doctor', '--json'], options);
  if (stderr !== '') throw new Error(stderr);
  const { findings, ok } = report.parse(JSON.parse(stdout));
  return { code, ok, findings, errors: findings.filter(({ severity }) => severity === 'error') };
}
