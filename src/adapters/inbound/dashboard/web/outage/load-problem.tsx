import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/http/request.ts';
import { ProblemNotice } from '../components/problem-notice.tsx';

interface LoadProblemProps {
  /** Names what could not be loaded. */
  readonly title: string;
  readonly problem: unknown;
  readonly onRetry: () => unknown;
}

/** Stands in for data that could not be loaded. During an outage, the banner above the page says why, and retries. */
export function LoadProblem({ title, problem, onRetry }: LoadProblemProps) {
  if (problem instanceof ApiProblem && problem.isOutage) {
    return (
      <Text size="sm" c="dimmed">
        {title}.
      </Text>
    );
  }
  return <ProblemNotice title={title} problem={problem} onRetry={onRetry} />;
}

interface NotLoadedProps {
  readonly title: string;
  readonly query: Pick<UseQueryResult, 'error' | 'refetch'>;
  readonly pending: ReactNode;
}

/** Stands in for data that is not there yet, or could not be loaded. */
export function NotLoaded({ title, query: { error, refetch }, pending }: NotLoadedProps) {
  return error ? <LoadProblem title={title} problem={error} onRetry={refetch} /> : pending;
}
