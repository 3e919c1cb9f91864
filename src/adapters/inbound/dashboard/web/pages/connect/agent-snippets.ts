import { type AgentView, writeAgentView } from './agent-view.ts';

/** The service that a snippet connects to, and the view. */
export interface AgentConnection {
  readonly service: string;
  readonly view: AgentView;
}

export function endpointUrl({ service, view }: AgentConnection): string {
  const query = writeAgentView(view).toString();
  return `${service}/mcp${query === '' ? '' : `?${query}`}`;
}

export const AGENTS = ['claude-code', 'gemini-cli', 'codex', 'cursor', 'vs-code', 'claude-desktop'] as const;
export type Agent = (typeof AGENTS)[number];

/** A command, or the content of a configuration file. None contains the key: they name the variable or file that has it. */
export function agentSnippet(agent: Agent, connection: AgentConnection): string {
  const url = endpointUrl(connection);
  const argument = toShellWord(url);
  const header = '--header "Authorization: Bearer $PROMPTHOLD_KEY"';
  switch (agent) {
    case 'claude-code':
      // Its --header takes all following words, so that it comes last.
      return `claude mcp add --transport http prompthold ${argument} ${header}`;
    case 'gemini-cli':
      return `gemini mcp add --scope user --transport http ${header} prompthold ${argument}`;
    case 'codex':
      return `codex mcp add prompthold --url ${argument} --bearer-token-env-var PROMPTHOLD_KEY`;
    case 'cursor':
      return toJson({
        // biome-ignore lint/suspicious/noTemplateCurlyInString: Cursor replaces it.
        mcpServers: { prompthold: { url, headers: { Authorization: 'Bearer ${env:PROMPTHOLD_KEY}' } } },
      });
    case 'vs-code':
      return toJson({
        // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code replaces it.
        servers: { prompthold: { type: 'http', url, headers: { Authorization: 'Bearer ${input:key}' } } },
        inputs: [{ id: 'key', type: 'promptString', password: true, description: 'Prompthold key' }],
      });
    case 'claude-desktop':
      return toJson({ mcpServers: { prompthold: bridge(connection) } });
  }
}

/** The stdio bridge of our command line, for clients that cannot send headers. */
const bridge = ({ service, view: { tags, folder, label, tools } }: AgentConnection) => ({
  command: 'npx',
  args: [
    ...['-y', 'prompthold', 'mcp'],
    ...tags.flatMap((tag) => ['--tag', tag]),
    ...(folder === undefined ? [] : ['--folder', folder]),
    ...(label === '' ? [] : ['--label', label]),
    ...(tools === 'read' ? [] : ['--tools', tools]),
  ],
  env: { PROMPTHOLD_URL: service, PROMPTHOLD_KEY_FILE: '/path/to/key' },
});

/** Writes the file that the bridge reads, for its owner alone. */
export const KEY_FILE_COMMAND = `(umask 077 && printf '%s\\n' "$PROMPTHOLD_KEY" > ~/.prompthold-key)`;

/** Lists of texts stay on one line. */
const toJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/\[\s+("[^"]*"(?:,\s+"[^"]*")*)\s+\]/g, (_list, texts: string) => {
    return `[${texts.replace(/,\s+/g, ', ')}]`;
  });

/** Quotes a text in which a shell would find more than plain characters. URLs contain no single quote after encoding. */
const toShellWord = (text: string): string => (/^[\w.,:/@%+=~-]+$/.test(text) ? text : `'${text}'`);
