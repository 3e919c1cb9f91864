import './onboarding.css';
import { Anchor, Button, CloseButton, Group, Loader, Paper, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCommands } from '../../../shell/command-context.ts';
import { KeyCommand } from '../../../snippets/key-command.tsx';
import { Snippet } from '../../../snippets/snippet.tsx';
import { serviceUrl } from '../../../start/base-address.ts';
import { publicUrl } from '../../../start/public-url.ts';
import { countSteps, type OnboardingProgress, STEPS } from './onboarding-progress.ts';
import type { Onboarding } from './use-onboarding.ts';

/** Leads a new account to its first call. Every step ticks as soon as it is done, wherever that happens. */
export function OnboardingCard({ onboarding }: { readonly onboarding: Extract<Onboarding, { kind: 'open' }> }) {
  const { progress, promptName, markKeyCopied, close } = onboarding;
  const done = countSteps(progress);
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby="onboarding">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Title order={2} size="h4" id="onboarding">
            {done === STEPS ? 'You’re all set' : 'Make your first API call'}
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {done} of {STEPS} steps done
          </Text>
        </div>
        <CloseButton aria-label={done === STEPS ? 'Close' : 'Dismiss these steps'} onClick={close} />
      </Group>
      <ol className="onboarding-steps">
        <Step number={1} title="Copy your key" isDone={progress.hasKey}>
          <Text size="sm" c="dimmed">
            Run this in a terminal. The copied command contains your key; this page does not show it.
          </Text>
          <KeyCommand onCopied={markKeyCopied} />
        </Step>
        <Step number={2} title="Create a prompt" isDone={progress.hasPrompt}>
          <CreatePrompt promptName={promptName} />
        </Step>
        <Step number={3} title="Make the first call" isDone={progress.call === 'succeeded'}>
          <Snippet code={firstCall(promptName)} subject="First call" isWrapped />
          <CallStatus call={progress.call} />
        </Step>
      </ol>
      <Group gap="md">
        <Anchor href={`${serviceUrl}/api/docs`} target="_blank" rel="noopener" size="sm">
          API reference
        </Anchor>
        <Anchor component={Link} href="/connect" size="sm">
          SDKs, agents and other tools
        </Anchor>
      </Group>
    </Paper>
  );
}

/** Call that reads the prompt that changed last, or the list of all prompts while there is none. */
const firstCall = (promptName: string | undefined): string => {
  const path = promptName === undefined ? '' : `/${encodeURIComponent(promptName)}`;
  return `curl '${publicUrl}/api/prompts${path}' \\\n  -H "Authorization: Bearer $PROMPTHOLD_KEY"`;
};

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, isDone, children }: StepProps) {
  return (
    <li className="onboarding-step">
      <span className="onboarding-mark" data-done={isDone || undefined} aria-hidden>
        {isDone ? <IconCheck size={16} /> : number}
      </span>
      <div className="onboarding-content">
        <Text fw={600}>
          {title}
          {isDone && <VisuallyHidden> (done)</VisuallyHidden>}
        </Text>
        {children}
      </div>
    </li>
  );
}

function CreatePrompt({ promptName }: { readonly promptName: string | undefined }) {
  const { createPrompt } = useCommands();
  if (promptName !== undefined) {
    return (
      <Anchor component={Link} href={`/prompts/${encodeURIComponent(promptName)}`} size="sm" className="row-text">
        {promptName}
      </Anchor>
    );
  }
  return (
    <Group gap="sm">
      <Button size="xs" onClick={createPrompt} aria-haspopup="dialog">
        New prompt
      </Button>
      <Anchor component={Link} href="/prompts/import" size="sm">
        Import from another tool
      </Anchor>
    </Group>
  );
}

function CallStatus({ call }: { readonly call: OnboardingProgress['call'] }) {
  if (call === 'succeeded') {
    return (
      <Text size="sm" role="status">
        Your first call succeeded.
      </Text>
    );
  }
  return (
    <Group gap="xs" role="status">
      <Loader size={14} aria-hidden />
      <Text size="sm" c="dimmed">
        {call === 'failed' ? (
          <>
            Your key works, but the call failed.{' '}
            <Anchor component={Link} href="/usage" inherit>
              See why
            </Anchor>
          </>
        ) : (
          'Waiting for the first call…'
        )}
      </Text>
    </Group>
  );
}
