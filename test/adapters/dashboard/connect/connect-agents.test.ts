import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Command } from 'commander';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  AGENTS,
  type Agent,
  agentSnippet,
  KEY_FILE_COMMAND,
} from '../../../../src/adapters/inbound/dashboard/web/pages/connect/agent-snippets.ts';
import type { AgentView } from '../../../../src/adapters/inbound/dashboard/web/pages/connect/agent-view.ts';
import { PROGRAM } from '../../../support/service/service-process.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { Client } from '../../http/prompts/support/client.ts';
import { startStandaloneApp } from '../../http/support/standalone-app.ts';

const run = promisify(execFile);

const EVERYTHING: AgentView = { tags: [], folder: undefined, label: '', tools: 'read' };

const VIEWS: readonly { view: Partial<AgentView>; prompts: readonly string[]; tools: number }[] = [
  { view: {}, prompts: ['greeting', 'support/de/reply', 'support/mail', 'support/reply'], tools: 3 },
  { view: { tags: ['agent', 'mail'], tools: 'write' }, prompts: ['support/mail'], tools: 5 },
  { view: { folder: 'support/de', tools: 'none' }, prompts: ['support/de/reply'], tools: 0 },
  { view: { folder: '' }, prompts: ['greeting'], tools: 3 },
  { view: { folder: 'support', label: 'production' }, prompts: ['support/reply'], tools: 3 },
];

/** What a client knows once the snippet has been entered. */
interface Configuration {
  readonly url: string;
  readonly authorization: string;
}

async function createFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Runs a command in a shell in which the clients are programs that print their arguments, one per line. */
async function runCommand(command: string, key: string): Promise<readonly string[]> {
  const folder = await createFolder();
  await mkdir(join(folder, 'bin'));
  for (const name of ['claude', 'gemini', 'codex']) {
    await writeFile(join(folder, 'bin', name), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  }
  // In an empty folder, in which no pattern of a shell finds a file.
  const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, PROMPTHOLD_KEY: key };
  return (await run('sh', ['-c', command], { env, cwd: folder })).stdout.split('\n').slice(0, -1);
}

interface ConfigurationFile {
  readonly [name: string]: { readonly prompthold: { readonly url: string; readonly headers: Record<string, string> } };
}

function readFileSnippet(snippet: string, section: string, variable: string, key: string): Configuration {
  const { url, headers } = (JSON.parse(snippet) as ConfigurationFile)[section]?.prompthold ?? { url: '', headers: {} };
  return { url, authorization: (headers['Authorization'] ?? '').replace(variable, key) };
}

/** Claude Code parses its arguments with commander, and its header option takes any number of words (2.0.76). */
function readClaudeCommand([mcp, ...args]: readonly string[]): Configuration {
  expect(mcp).toBe('mcp');
  let configuration: Configuration | undefined;
  new Command()
    .exitOverride()
    .command('add <name> <commandOrUrl> [args...]')
    .option('-t, --transport <transport>')
    .option('-H, --header <header...>')
    .action((name, url, others, { transport, header }) => {
      expect([name, others, transport]).toEqual(['prompthold', [], 'http']);
      const [, authorization = ''] = /^Authorization: (.*)$/.exec(header.join()) ?? [];
      configuration = { url, authorization };
    })
    .parent?.parse([...args], { from: 'user' });
  if (!configuration) throw new Error('the command was not recognized');
  return configuration;
}

/** Reads the configuration that the client gets, as its documentation describes. */
async function configure(
  agent: Exclude<Agent, 'claude-desktop'>,
  snippet: string,
  key: string,
): Promise<Configuration> {
  switch (agent) {
    case 'claude-code':
      return readClaudeCommand(await runCommand(snippet, key));
    case 'gemini-cli': {
      const args = await runCommand(snippet, key);
      expect(args.slice(0, -1)).toEqual([
        ...['mcp', 'add', '--scope', 'user', '--transport', 'http'],
        ...['--header', `Authorization: Bearer ${key}`, 'prompthold'],
      ]);
      return { url: args.at(-1) ?? '', authorization: `Bearer ${key}` };
    }
    case 'codex': {
      const [mcp, add, name, option, url = '', ...variable] = await runCommand(snippet, key);
      expect([mcp, add, name, option]).toEqual(['mcp', 'add', 'prompthold', '--url']);
      expect(variable).toEqual(['--bearer-token-env-var', 'PROMPTHOLD_KEY']);
      return { url, authorization: `Bearer ${key}` };
    }
    case 'cursor':
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Cursor replaces it.
      return readFileSnippet(snippet, 'mcpServers', '${env:PROMPTHOLD_KEY}', key);
    case 'vs-code':
      expect(JSON.parse(snippet)).toMatchObject({ inputs: [{ id: 'key', type: 'promptString', password: true }] });
      // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code replaces it.
      return readFileSnippet(snippet, 'servers', '${input:key}', key);
  }
}

/** Starts our program instead of the package, with the key in a file. */
async function startBridge(snippet: string, key: string): Promise<StdioClientTransport> {
  const { command, args, env } = JSON.parse(snippet).mcpServers.prompthold;
  expect([command, ...args.slice(0, 2)]).toEqual(['npx', '-y', 'prompthold']);
  expect(env.PROMPTHOLD_KEY_FILE).toBe('/path/to/key');
  const keyFile = join(await createFolder(), 'key');
  await writeFile(keyFile, `${key}\n`, { mode: 0o600 });
  return new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, ...args.slice(2)],
    env: { ...env, PROMPTHOLD_KEY_FILE: keyFile },
  });
}

async function openTransport(agent: Agent, snippet: string, key: string) {
  if (agent === 'claude-desktop') return startBridge(snippet, key);
  const { url, authorization } = await configure(agent, snippet, key);
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: authorization } },
  });
}

async function connect(agent: Agent, snippet: string, key: string): Promise<McpClient> {
  const client = new McpClient({ name: 'test', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(await openTransport(agent, snippet, key));
  return client;
}

async function startAccount() {
  const { api, token } = await startStandaloneApp();
  const ada = new Client(api, token);
  await ada.createPrompt({ name: 'greeting' });
  await ada.createPrompt({ name: 'support/reply', tags: ['agent'], labels: ['production'] });
  await ada.createPrompt({ name: 'support/mail', tags: ['agent', 'mail'] });
  await ada.createPrompt({ name: 'support/de/reply' });
  return { service: api.url, key: token };
}

describe('the snippet for', () => {
  it.each(AGENTS)(
    '%s connects an MCP client that sees what was chosen, and does not contain the key',
    async (agent) => {
      const { service, key } = await startAccount();

      for (const { view, prompts, tools } of VIEWS) {
        const snippet = agentSnippet(agent, { service, view: { ...EVERYTHING, ...view } });
        expect(snippet).not.toContain('ph_');

        const client = await connect(agent, snippet, key);
        const listed = await client.listPrompts();
        expect(listed.prompts.map(({ name }) => name)).toEqual(prompts);
        expect((await client.listTools()).tools).toHaveLength(tools);
      }
    },
  );

  it('claude-desktop writes a key file that only its owner can read', async () => {
    const home = await createFolder();

    await run('sh', ['-c', KEY_FILE_COMMAND], { env: { HOME: home, PATH: '/usr/bin:/bin', PROMPTHOLD_KEY: 'ph_1' } });

    const file = join(home, '.prompthold-key');
    expect(await readFile(file, 'utf8')).toBe('ph_1\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('a service at an IPv6 address is quoted, because brackets are patterns of shells', async () => {
    const connection = { service: 'http://[::1]:3000', view: EVERYTHING };

    const args = await runCommand(agentSnippet('claude-code', connection), 'ph_1');

    expect(args).toContain('http://[::1]:3000/mcp');
  });
});
