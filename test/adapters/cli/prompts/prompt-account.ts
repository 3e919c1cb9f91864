import type { CliRun } from '../../../support/service/run-cli.ts';
import { runCommand } from '../../../support/service/run-command.ts';
import { Client } from '../../http/prompts/support/client.ts';
import { startStandaloneApp } from '../../http/support/standalone-app.ts';

/** A service in this process with one account, and `prompthold prompt …` with its key. */
export async function aPromptAccount() {
  const { api, token, storage } = await startStandaloneApp();
  const settings = { PROMPTHOLD_URL: api.url, PROMPTHOLD_KEY: token };
  const run = (args: readonly string[], input = ''): Promise<CliRun> =>
    runCommand(['prompt', ...args], { settings, input });
  /** Runs a command that must succeed, and returns what it prints as JSON. */
  const json = async (...args: readonly string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await run([...args, '--json']);
    if (code !== 0 || stderr !== '') throw new Error(`${args.join(' ')} exited with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  };
  return { url: api.url, token, storage, client: new Client(api, token), run, json };
}
