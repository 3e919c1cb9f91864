import { realStorages } from '../storage/fresh-storage.ts';
import { PLAIN_HTTP_HOST } from './chromium.ts';

/** How visitors reach the service: as it listens, behind a proxy that strips a path, or by a name on plain http. */
export type Door = 'direct' | 'sub-path' | 'plain-http';

/** One way of running the service, in which everything has to work. */
export interface Setting {
  readonly name: string;
  readonly door: Door;
  readonly fresh: (typeof realStorages)[number]['fresh'];
}

export const SUB_PATH = '/tools/prompts';

const storage = (wanted: 'sqlite' | 'postgres') => realStorages.filter(({ name }) => name === wanted);

/** Storages differ behind the pages, doors before them, and neither knows of the other: each of either once. */
export const settings: readonly Setting[] = [
  ...storage('sqlite').flatMap(({ fresh }): Setting[] => [
    { name: 'on SQLite', door: 'direct', fresh },
    { name: `on SQLite and http://${PLAIN_HTTP_HOST}`, door: 'plain-http', fresh },
  ]),
  ...storage('postgres').map(
    ({ fresh }): Setting => ({ name: `on Postgres, under ${SUB_PATH}/ behind a proxy`, door: 'sub-path', fresh }),
  ),
];

/** Enough for what depends on the pages alone: they do not know what is behind them. */
export const anySetting: readonly Setting[] = settings.slice(0, 1);
