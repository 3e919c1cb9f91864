import { Alert, Paper, Stack, Text, Title } from '@mantine/core';
import { messageText } from '../../../../../../../domain/templates/placeholder-values.ts';
import type { Rendered } from '../../../../../../../domain/templates/render-template.ts';
import { LongText } from '../../../editor/long-text.tsx';
import type { Preview } from '../workspace/preview-rendering.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { isContentProblem } from './describe-draft-problem.ts';
import { ProblemList } from './draft-problems.tsx';

/** The draft as programs would receive it, or why there is nothing to show. */
export function RenderedPrompt({ preview }: { readonly preview: Preview | undefined }) {
  const { template, problems } = useWorkspace();
  return (
    <section aria-labelledby="preview-heading" className="pane-section rendered-section">
      <Title order={2} size="h5" id="preview-heading">
        Preview
      </Title>
      {!template && <ProblemList color="gray" title="No preview yet" problems={problems.filter(isContentProblem)} />}
      {template && preview?.failure && <Alert color="red">{preview.failure}</Alert>}
      {template && preview?.rendered && (
        <>
          {preview.problems.length > 0 && (
            <Text size="xs" c="dimmed">
              Missing values are blank in this preview. The API would reject this call.
            </Text>
          )}
          <Messages rendered={preview.rendered} />
        </>
      )}
    </section>
  );
}

function Messages({ rendered }: { readonly rendered: Rendered }) {
  const messages =
    rendered.type === 'chat'
      ? rendered.messages.map((message) => ({ role: message.role, text: messageText(message) }))
      : [{ role: undefined, text: rendered.text }];
  return (
    // It can be focused, so that the arrow keys scroll it.
    <Stack gap={0} className="rendered-prompt" role="group" aria-label="Rendered prompt" tabIndex={0}>
      {messages.map(({ role, text }, index) => (
        <Paper
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered messages have no other identity
          key={index}
          className="rendered-message"
          component="section"
          aria-label={role ? `Rendered ${role} message` : 'Rendered text'}
        >
          {role && (
            <Text size="xs" fw={700} mb={4}>
              {role}
            </Text>
          )}
          <div className="rendered-text">
            {text === '' ? (
              <Text size="sm" c="dimmed">
                Empty
              </Text>
            ) : (
              <LongText text={text} />
            )}
          </div>
        </Paper>
      ))}
    </Stack>
  );
}
