import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { readData } from '../api/http/queries.ts';
import { type Prompt, promptsKey } from '../api/prompts/prompts.ts';
import { COLOR_SCHEMES } from '../shell/color-schemes.ts';
import { useCommands } from '../shell/command-context.ts';
import { PAGES } from '../shell/pages.ts';
import { serviceUrl } from '../start/base-address.ts';
import { filterEntries, matchNames, type PaletteEntry, rankPrompts } from './palette-entries.ts';

const TYPING_PAUSE_MS = 120;
const RECENT_MAX = 5;
const FOUND_MAX = 8;
/** More than are shown, because those with a matching name come first. */
const SEARCHED_MAX = 50;

/** Without a query, the recently changed prompts come first; with one, what is known without asking the server. */
export function usePaletteGroups(query: string) {
  const { prompts, isSearching, problem } = usePrompts(query);
  const pages = filterEntries(usePages(), query);
  const actions = filterEntries(useActions(), query);
  const fixed = [
    { title: 'Pages', entries: pages },
    { title: 'Actions', entries: actions },
  ];
  const groups =
    query === ''
      ? [{ title: 'Recently changed prompts', entries: prompts }, ...fixed]
      : [...fixed, { title: 'Prompts', entries: prompts }];
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSearching, problem };
}

function usePrompts(query: string) {
  const [, navigate] = useLocation();
  const [sent] = useDebouncedValue(query, TYPING_PAUSE_MS);
  const search = sent === '' ? { sort: 'updatedAt', limit: RECENT_MAX } : { q: sent, limit: SEARCHED_MAX };
  const {
    data: found = [],
    error,
    isPlaceholderData,
  } = useQuery({
    ...readData<readonly Prompt[]>([...promptsKey, 'palette', sent], 'prompts', search),
    placeholderData: keepPreviousData,
  });
  const isCurrent = sent === query && !isPlaceholderData;
  const shown = isCurrent ? found : matchNames(found, query);
  const entries = rankPrompts(shown, query, query === '' ? RECENT_MAX : FOUND_MAX).map(
    ({ id, name, description }): PaletteEntry => ({
      id: `prompt ${id}`,
      label: name,
      note: description,
      run: () => navigate(`/prompts/${id}`),
    }),
  );
  const all: PaletteEntry = {
    id: 'all-prompts',
    label: `Show all prompts with “${query}”`,
    run: () => navigate(`/prompts?q=${encodeURIComponent(query)}`),
  };
  const hasMore = query !== '' && isCurrent && found.length > entries.length;
  return { prompts: hasMore ? [...entries, all] : entries, isSearching: !isCurrent && !error, problem: error };
}

function usePages(): readonly PaletteEntry[] {
  const [, navigate] = useLocation();
  const tabs = [
    { path: '/settings?tab=api-keys', label: 'API key', keywords: 'settings token reset' },
    { path: '/settings?tab=security', label: 'Security', keywords: 'settings password sessions protected labels' },
  ];
  return [
    ...PAGES.map(({ path, label, key }) => ({ path, label, keywords: '', keys: ['G', key.toUpperCase()] })),
    ...tabs,
  ].map(({ path, ...entry }) => ({ ...entry, id: `page ${path}`, run: () => navigate(path) }));
}

function useActions(): readonly PaletteEntry[] {
  const [, navigate] = useLocation();
  const { createPrompt, showShortcuts } = useCommands();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes = COLOR_SCHEMES.filter(({ value }) => value !== colorScheme).map(({ value, label }) => ({
    id: `scheme ${value}`,
    label: `Color scheme: ${label}`,
    keywords: 'colour theme mode appearance',
    run: () => setColorScheme(value),
  }));
  return [
    { id: 'new-prompt', label: 'New prompt', keywords: 'create write add', keys: ['C'], run: createPrompt },
    { id: 'import', label: 'Import prompts', keywords: 'upload files', run: () => navigate('/prompts/import') },
    {
      id: 'api-reference',
      label: 'API reference',
      keywords: 'docs documentation openapi',
      run: () => window.open(`${serviceUrl}/api/docs`, '_blank', 'noopener'),
    },
    { id: 'shortcuts', label: 'Keyboard shortcuts', keywords: 'keys help', keys: ['?'], run: showShortcuts },
    ...schemes,
  ];
}
