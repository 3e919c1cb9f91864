import { Alert, List, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import type { Problem } from '../../../../../../../domain/problem.ts';
import { placeholdersOf } from '../../../../../../../domain/templates/prompt-content.ts';
import type { Rendered } from '../../../../../../../domain/templates/render-template.ts';
import { findProblem, inputOf, renderPreview } from '../workspace/preview-rendering.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { describeDraftProblem, isContentProblem } from './draft-problems.tsx';
import { ValueField } from './value-field.tsx';

/** The draft rendered with example values, in the browser, by the same code as on the server. */
export function PreviewPanel() {
  const { template, variables, include, inputs, updateInputs, problems: draftProblems } = useWorkspace();
  const request = useDeferredValue(
    useMemo(() => template && { template, variables, include, inputs }, [template, variables, include, inputs]),
  );
  const preview = useMemo(() => request && renderPreview(request), [request]);
  const problems = preview?.problems ?? [];
  const placeholders = template ? [...placeholdersOf(template)] : [];
  return (
    <Stack gap="md" component="section" aria-labelledby="preview-heading">
      <Title order={2} size="h4" id="preview-heading">
        Preview
      </Title>
      {variables.map((variable) => (
        <ValueField
          key={variable.name}
          variable={variable}
          value={inputOf(inputs.variables, variable.name)}
          problem={findProblem(problems, variable.name)}
          onChange={(text) =>
            updateInputs((now) => ({ ...now, variables: { ...now.variables, [variable.name]: text } }))
          }
        />
      ))}
      {placeholders.map((name) => (
        <Textarea
          key={name}
          label={`${name} (messages)`}
          description='A list of messages as JSON: [{"role": "user", "content": "Hello"}]'
          autosize
          classNames={{ input: 'code-input' }}
          value={inputOf(inputs.placeholders, name)}
          error={describePlaceholderProblem(findProblem(problems, `placeholders.${name}`))}
          onChange={({ currentTarget: { value } }) =>
            updateInputs((now) => ({ ...now, placeholders: { ...now.placeholders, [name]: value } }))
          }
        />
      ))}
      {!template && <NoPreview problems={draftProblems.filter(isContentProblem)} />}
      {preview?.failure && <Alert color="red">{preview.failure}</Alert>}
      {template && preview?.rendered && <RenderedPrompt rendered={preview.rendered} incomplete={problems.length > 0} />}
    </Stack>
  );
}

function NoPreview({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <Alert color="gray" title="No preview yet">
      <List size="sm">
        {problems.map(({ path, problem }) => (
          <List.Item key={`${path} ${problem}`}>{describeDraftProblem(path, problem)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

const describePlaceholderProblem = (problem: string | undefined): string | undefined => {
  if (problem === 'missing') return 'Missing: enter [] for no messages';
  return problem && 'Must be a list of {"role", "content"}';
};

function RenderedPrompt({ rendered, incomplete }: { readonly rendered: Rendered; readonly incomplete: boolean }) {
  const messages = rendered.type === 'chat' ? rendered.messages : [{ role: undefined, content: rendered.text }];
  return (
    <Stack gap="sm">
      {incomplete && (
        <Text size="sm" c="dimmed">
          Missing values are left empty here; callers must provide them.
        </Text>
      )}
      {/* It can be focused, so that the arrow keys scroll it. */}
      <Stack gap="sm" className="rendered-prompt" role="group" aria-label="Rendered prompt" tabIndex={0}>
        {messages.map(({ role, content }, index) => (
          <Paper
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered messages have no other identity
            key={index}
            withBorder
            p="sm"
            component="section"
            aria-label={role ? `Rendered ${role} message` : 'Rendered text'}
          >
            {role && (
              <Text size="xs" fw={700} mb={4}>
                {role}
              </Text>
            )}
            <div className="rendered-text" dir="auto">
              {content === '' ? <Text c="dimmed">Empty</Text> : content}
            </div>
          </Paper>
        ))}
      </Stack>
    </Stack>
  );
}
