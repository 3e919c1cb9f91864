import { Code, Stack, Text, Title } from '@mantine/core';
import { publicUrl } from '../../start/public-url.ts';
import { AGENTS, type Agent, agentSnippet, endpointUrl, KEY_FILE_COMMAND } from './agent-snippets.ts';
import type { AgentView } from './agent-view.ts';
import { ConnectionCard } from './connection-card.tsx';
import { NarrowingForm } from './narrowing-form.tsx';

interface AgentDescription {
  readonly title: string;
  readonly where: string;
  readonly kind: 'command' | 'configuration';
  /** Notes on what the client can and cannot do. */
  readonly notes: readonly string[];
}

const STORED_KEY = 'stores the key in its own configuration. After a reset, run';

export const AGENT_DESCRIPTIONS: Readonly<Record<Agent, AgentDescription>> = {
  'claude-code': {
    title: 'Claude Code',
    where: 'In a terminal:',
    kind: 'command',
    notes: [
      'Splits arguments at spaces, by position: a value cannot contain a space. Ask for such a prompt in a sentence instead; Claude then uses the tools.',
      'Lists the first 500 prompts. Applies to the current folder; add `--scope user` for all of yours.',
      `It ${STORED_KEY} \`claude mcp remove prompthold\` and add it again.`,
    ],
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    where: 'In a terminal:',
    kind: 'command',
    notes: [
      'Arguments are `--name="value"`, or by position.',
      'Uses the first message of a prompt only, so a chat is cut off at its first assistant message.',
      'Lists the first 500 prompts.',
      `It ${STORED_KEY} \`gemini mcp remove --scope user prompthold\` and add it again.`,
    ],
  },
  codex: {
    title: 'Codex',
    where: 'In a terminal:',
    kind: 'command',
    notes: [
      'Tools only: Codex has no commands for prompts yet.',
      'Reads the key from `PROMPTHOLD_KEY` whenever it starts.',
    ],
  },
  cursor: {
    title: 'Cursor',
    where: 'In `.cursor/mcp.json`, in a project or in your home folder:',
    kind: 'configuration',
    notes: [
      'Start Cursor from a terminal where `PROMPTHOLD_KEY` is set; applications started from the desktop don’t see it.',
      'The file contains no key and can be committed.',
    ],
  },
  'vs-code': {
    title: 'VS Code',
    where: 'In `.vscode/mcp.json`:',
    kind: 'configuration',
    notes: [
      'Asks for the key once and stores it securely. The file contains no key and can be committed.',
      'Asks for each argument of a prompt, with completion.',
    ],
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    where: 'In `claude_desktop_config.json` (Settings, Developer, Edit Config):',
    kind: 'configuration',
    notes: [
      'It cannot send a header to a remote server, so `prompthold mcp` runs on your machine in between. It needs Node.js 22.12 or newer.',
      'The second command writes the key into a file that only you can read. Put the full path of that file in place of `/path/to/key`. A new key in the file is used without a restart.',
    ],
  },
};

interface AgentsSectionProps {
  readonly view: AgentView;
  readonly onChange: (changes: Partial<AgentView>) => void;
}

/** Clients of the MCP endpoint. */
export function AgentsSection({ view, onChange }: AgentsSectionProps) {
  const connection = { service: publicUrl, view };
  const url = endpointUrl(connection);
  return (
    <Stack gap="md" component="section" className="connect-agents" aria-labelledby="agents">
      <div>
        <Title order={2} size="h4" id="agents" tabIndex={-1}>
          Agents (MCP)
        </Title>
        <Text size="sm" c="dimmed">
          Every prompt becomes a command with typed arguments, and agents can search, read and render prompts.
        </Text>
      </div>
      <NarrowingForm view={view} onChange={onChange} />
      {AGENTS.map((agent) => {
        const { title, where, kind, notes } = AGENT_DESCRIPTIONS[agent];
        const snippets = [
          { name: kind, code: agentSnippet(agent, connection) },
          ...(agent === 'claude-desktop' ? [{ name: 'key file', code: KEY_FILE_COMMAND }] : []),
        ];
        return <ConnectionCard key={agent} id={agent} {...{ title, where, notes, snippets }} />;
      })}
      <ConnectionCard
        id="other-agents"
        title="Other clients"
        where="Any client that speaks MCP over HTTP and can send a header needs these two:"
        snippets={[
          { name: 'URL', code: url },
          { name: 'header', code: 'Authorization: Bearer ph_…' },
        ]}
        notes={[
          'opencode shows prompts as commands. Open WebUI and LibreChat use the tools only.',
          'There is no OAuth login: a client that offers one has no key, or a wrong one.',
        ]}
      />
      <Text size="sm">
        The name <Code>prompthold</Code> in these snippets becomes part of every command. If you change it, choose a
        short name of the letters a to z.
      </Text>
    </Stack>
  );
}
