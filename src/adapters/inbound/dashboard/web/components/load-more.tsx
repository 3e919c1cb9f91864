import { Group } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { BusyButton } from './busy-button.tsx';

type Paging = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

/** The end of a list that is loaded page by page; nothing on the last page. */
export function LoadMore({ query }: { readonly query: Paging }) {
  if (!query.hasNextPage) return null;
  return (
    <Group>
      <BusyButton variant="default" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        Load more
      </BusyButton>
    </Group>
  );
}
