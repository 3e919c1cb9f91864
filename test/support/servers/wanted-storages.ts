const STORAGES = ['in-memory', 'sqlite', 'postgres', 'redis', 'redis-cluster'] as const;

export type StorageName = (typeof STORAGES)[number];

/** All storages, unless the developer narrows the run: STORAGE=sqlite,in-memory npm test. None is skipped silently. */
export function wantedStorages(environment: NodeJS.ProcessEnv = process.env): readonly StorageName[] {
  const list = environment['STORAGE'];
  return list === undefined ? STORAGES : list.split(',').map(parseStorageName);
}

function parseStorageName(text: string): StorageName {
  const name = STORAGES.find((storage) => storage === text.trim());
  if (!name) throw new Error(`STORAGE names an unknown backend: ${text} (known: ${STORAGES.join(', ')})`);
  return name;
}
