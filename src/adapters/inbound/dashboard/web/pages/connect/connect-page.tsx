import './connect.css';
import { Stack } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { Page } from '../../shell/page.tsx';
import { AGENTS } from './agent-snippets.ts';
import { type AgentView, readAgentView, writeAgentView } from './agent-view.ts';
import { AGENT_DESCRIPTIONS, AgentsSection } from './agents-section.tsx';
import { KeySection } from './key-section.tsx';
import { PageOutline } from './page-outline.tsx';
import { PROGRAMS } from './program-snippets.ts';
import { PROGRAM_DESCRIPTIONS, ProgramsSection } from './programs-section.tsx';

const OUTLINE = [
  { id: 'key', title: 'Key', entries: [] },
  {
    id: 'agents',
    title: 'Agents (MCP)',
    entries: [
      { id: 'narrowing', title: 'What agents see' },
      ...AGENTS.map((id) => ({ id, title: AGENT_DESCRIPTIONS[id].title })),
      { id: 'other-agents', title: 'Other clients' },
    ],
  },
  {
    id: 'programs',
    title: 'Applications',
    entries: PROGRAMS.map((id) => ({ id, title: PROGRAM_DESCRIPTIONS[id].title })),
  },
];

/** How agents and applications use the prompts. The address contains what agents see, so that it can be shared. */
export default function ConnectPage() {
  const [params, setParams] = useSearchParams();
  const changeView = (changes: Partial<AgentView>) =>
    setParams((before) => withView(before, { ...readAgentView(before), ...changes }), { replace: true });
  return (
    <Page title="Connect" description="Use your prompts from coding agents, frameworks and your own programs.">
      <div className="connect">
        <Stack gap="xl">
          <KeySection />
          <AgentsSection view={readAgentView(params)} onChange={changeView} />
          <ProgramsSection />
        </Stack>
        <PageOutline entries={OUTLINE} />
      </div>
    </Page>
  );
}

function withView(params: URLSearchParams, view: AgentView): URLSearchParams {
  const next = writeAgentView(view);
  const prompt = params.get('prompt');
  if (prompt !== null) next.set('prompt', prompt);
  return next;
}
