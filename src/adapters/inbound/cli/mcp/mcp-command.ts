import type { Command } from 'commander';
import { TAGS_MAX } from '../../../../domain/naming/tag.ts';
import type { PromptView } from '../../../../domain/prompts/prompt-view.ts';
import { addCommand, oneOf, repeatable } from '../host/add-command.ts';
import type { CommandHost } from '../host/command-host.ts';
import { type McpBridgeRequest, TOOL_SETS } from '../host/command-services.ts';
import { readLabel, readTag } from '../host/read-options.ts';
import { visible } from '../terminal/safe-output.ts';
import { WrongUsage } from '../terminal/wrong-usage.ts';

interface McpOptions {
  readonly url?: string;
  readonly tag?: readonly string[];
  readonly folder?: string;
  readonly label?: string;
  readonly tools: McpBridgeRequest['tools'];
}

const KEY = `

MCP clients start this command and talk to it over stdin and stdout.
PROMPTHOLD_KEY, or the file that PROMPTHOLD_KEY_FILE names, holds the account's key; the file is read again when the
service refuses the key.`;

/** `prompthold mcp` */
export function addMcpCommand(program: Command, host: CommandHost): void {
  addCommand<McpOptions>(program, host, {
    name: 'mcp',
    description: 'serve the prompts of a service to an MCP client over stdin and stdout',
    options: [
      ['--url <url>', 'where the service is (default: PROMPTHOLD_URL, or else http://127.0.0.1:3000)'],
      repeatable('--tag <tag>', 'only prompts with this tag (may be repeated; all must match)'),
      ['--folder <folder>', 'only prompts in exactly this folder; empty for the top level'],
      ['--label <label>', 'serve this label, and leave out prompts without it (default: production, else newest)'],
      oneOf('--tools <set>', 'the tools to offer: to read, to read and write, or none', TOOL_SETS, 'read'),
    ],
    examples: [
      'PROMPTHOLD_KEY_FILE=~/.prompthold-key prompthold mcp --url https://prompts.example.com',
      'PROMPTHOLD_KEY_FILE=~/.prompthold-key prompthold mcp --tag agent --label production --tools write',
    ],
    note: KEY,
    run: (options) => serve(host, options),
  });
}

async function serve({ services, terminal }: CommandHost, { url, tools, ...narrowing }: McpOptions): Promise<number> {
  const view = readView(narrowing);
  if (terminal.interactive) terminal.report('Waiting for messages of an MCP client on stdin. Press Ctrl-D to end.');
  return services.bridgeMcp({ url, view, tools, report: (text) => terminal.report(visible(text)) });
}

function readView({ tag = [], folder, label }: Omit<McpOptions, 'url' | 'tools'>): PromptView {
  if (tag.length > TAGS_MAX) throw new WrongUsage(`--tag can be repeated ${TAGS_MAX} times at most`);
  return { tags: [...new Set(tag.map(readTag))], folder, label: label === undefined ? undefined : readLabel(label) };
}
