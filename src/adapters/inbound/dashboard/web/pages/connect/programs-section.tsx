import { Anchor, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useSearchParams } from 'wouter';
import type { Prompt } from '../../api/prompts/prompts.ts';
import { serviceUrl } from '../../start/base-address.ts';
import { ConnectionCard } from './connection-card.tsx';
import { PROGRAMS, type Program, programSnippets } from './program-snippets.ts';
import { useOfferedPrompts, useProgramCall } from './use-program-call.ts';

interface ProgramDescription {
  readonly title: string;
  readonly where: string;
  readonly notes: readonly string[];
}

export const PROGRAM_DESCRIPTIONS: Readonly<Record<Program, ProgramDescription>> = {
  typescript: {
    title: 'TypeScript and JavaScript',
    where: 'Our client for Node.js, Bun and Deno, without dependencies:',
    notes: [
      'A moved label arrives within about a second. During an outage, the client serves its cache; with `snapshot`, the cache survives a restart.',
      'Renders locally, exactly as the server does.',
      '`prompthold types` generates the types of your prompts, so that a missing variable is a compile error.',
    ],
  },
  python: {
    title: 'Python',
    where: 'Our client for Python 3.9 and newer, without dependencies:',
    notes: ['Rechecks a prompt after 30 seconds (`max_age`), or immediately after a change that `watch()` sees.'],
  },
  langfuse: {
    title: 'Langfuse SDKs',
    where: 'Set the address and the keys, as variables or in code:',
    notes: [
      'Never use your key as the public key: SDKs send and log the public key in clear text.',
      'These variables also control tracing. If your application traces to Langfuse, create a second client for prompts, as below.',
      'SDKs cache a prompt for 60 seconds. Prompts that they would render differently are rejected with `not_expressible`.',
    ],
  },
  litellm: {
    title: 'LiteLLM',
    where: 'In `config.yaml` of the proxy:',
    notes: [
      'LiteLLM caches a prompt until it restarts. Its Langfuse integration rechecks after 60 seconds.',
      'The model and its parameters come from the config of the prompt.',
    ],
  },
  langchain: {
    title: 'LangChain',
    where: 'Pull a prompt as from the hub; a folder is written with `%2F`:',
    notes: ['LangChain caches a prompt for 5 minutes; `skipCache: true` (`skip_cache=True`) fetches it every time.'],
  },
  curl: {
    title: 'curl',
    where: 'Call the API directly, from any language:',
    notes: ['Send the ETag back as `If-None-Match` to get a 304.'],
  },
};

/** Applications that read prompts, with code for a prompt of the account. */
export function ProgramsSection() {
  const [params, setParams] = useSearchParams();
  const { data: offered } = useOfferedPrompts();
  const name = params.get('prompt') ?? offered?.[0]?.name;
  const { call, isMissing } = useProgramCall(name);
  const choose = (prompt: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set('prompt', prompt);
      return next;
    });
  return (
    <Stack gap="md" component="section" aria-labelledby="programs">
      <div>
        <Title order={2} size="h4" id="programs" tabIndex={-1}>
          Applications
        </Title>
        <Text size="sm" c="dimmed">
          Code for one of your prompts, with a value for each of its variables. The{' '}
          <Anchor href={`${serviceUrl}/api/docs`} inherit>
            API reference
          </Anchor>{' '}
          describes all requests.
        </Text>
      </div>
      {offered?.length === 0 ? (
        <Text size="sm">You have no prompts yet. Create one, or replace support/reply in the snippets.</Text>
      ) : (
        <PromptField
          value={name}
          offered={offered ?? []}
          problem={isMissing ? 'No prompt with this name' : null}
          onChange={choose}
        />
      )}
      {PROGRAMS.map((program) => (
        <ConnectionCard
          key={program}
          id={program}
          {...PROGRAM_DESCRIPTIONS[program]}
          snippets={programSnippets(program, call)}
        />
      ))}
    </Stack>
  );
}

interface PromptFieldProps {
  readonly value: string | undefined;
  readonly offered: readonly Prompt[];
  readonly problem: string | null;
  readonly onChange: (name: string) => void;
}

function PromptField({ value, offered, problem, onChange }: PromptFieldProps) {
  const known = offered.map(({ name }) => name);
  const names = value === undefined || known.includes(value) ? known : [value, ...known];
  return (
    <NativeSelect
      label="Prompt"
      maw={420}
      disabled={names.length === 0}
      data={names}
      value={value ?? ''}
      error={problem}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
