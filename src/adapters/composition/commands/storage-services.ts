import { BuildSearchIndex } from '../../../application/maintenance/build-search-index.ts';
import type { SchemaChange } from '../../../application/ports/storage/storage-administration.ts';
import type { UseCases } from '../../inbound/cli/host/command-services.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { prepareStorage } from '../service/prepare-storage.ts';
import { unlock, withContainer } from '../wiring/compose.ts';
import { tokens } from '../wiring/tokens.ts';

/** The service would build the search index while it runs. Here it is complete when the command ends. */
export const migrate = (configuration: Configuration): Promise<SchemaChange> =>
  withContainer(configuration, async (container) => {
    const change = await prepareStorage(container);
    const { searchIndexing } = container.get(tokens.storage);
    for await (const _ of new BuildSearchIndex(searchIndexing).execute());
    return change;
  });

export const withUseCases = <Result>(
  configuration: Configuration,
  work: (useCases: UseCases) => Promise<Result>,
): Promise<Result> =>
  withContainer(configuration, async (container) => {
    await prepareStorage(container);
    await unlock(container, configuration);
    return work(container.get(tokens.useCases));
  });
