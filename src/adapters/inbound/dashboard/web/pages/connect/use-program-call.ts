import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readData } from '../../api/http/queries.ts';
import { type Prompt, type PromptWithVersion, promptsKey } from '../../api/prompts/prompts.ts';
import { publicUrl } from '../../start/public-url.ts';
import { useExampleCall } from '../prompt/code/use-example-call.ts';
import type { PublishedContent } from '../prompt/workspace/draft.ts';
import type { ProgramCall } from './program-snippets.ts';

const OFFERED_MAX = 20;

/** Prompts to choose an example from, the last changed one first. */
export const useOfferedPrompts = () =>
  useQuery(
    readData<readonly Prompt[]>([...promptsKey, 'offered'], 'prompts', { sort: 'updatedAt', limit: OFFERED_MAX }),
  );

interface ExampleProgram {
  readonly call: ProgramCall;
  /** Whether there is no such prompt, so that the call is an invented one. */
  readonly isMissing: boolean;
}

/** A call of the prompt with this name; of an invented one while it is loading. */
export function useProgramCall(name: string | undefined): ExampleProgram {
  const { data: prompt } = useQuery({
    ...readData<readonly PromptWithVersion[]>([...promptsKey, 'example', name], 'prompts', {
      name,
      include: 'content',
    }),
    enabled: name !== undefined,
    select: ([found]) => found ?? null,
    placeholderData: keepPreviousData,
  });
  const version = prompt ?? INVENTED;
  const example = useExampleCall(version, NO_INPUTS);
  const { name: shown, labels } = version;
  const hasProduction = labels['production'] !== undefined;
  return {
    call: { service: publicUrl, name: shown, label: '', hasProduction, ...example },
    isMissing: prompt === null,
  };
}

const INVENTED: PublishedContent & Pick<Prompt, 'name' | 'labels'> = {
  name: 'support/reply',
  labels: { production: 1 },
  type: 'text',
  content: 'Dear {{name}}',
  variables: [{ name: 'name', type: 'string', required: true, default: 'Ada' }],
  config: {},
};

const NO_INPUTS = { variables: {}, placeholders: {} };
