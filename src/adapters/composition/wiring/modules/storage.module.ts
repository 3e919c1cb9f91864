import { ContainerModule } from 'inversify';
import { CheckReadiness } from '../../../../application/diagnose/check-readiness.ts';
import { StorageWatch } from '../../../inbound/schedule/storage-watch.ts';
import { tokens } from '../tokens/tokens.ts';

const { checkReadiness, log, machineClock, storageAdministration, storageWatch } = tokens;

/** Builds all that observes the state of the storage while the service runs. */
export const storageModule = new ContainerModule(({ bind }) => {
  bind(checkReadiness).toResolvedValue(
    (...ports) => new CheckReadiness(...ports),
    [storageAdministration, machineClock, tokens.keySealing],
  );
  bind(storageWatch).toResolvedValue(
    (...parts) => new StorageWatch(...parts),
    [checkReadiness, storageAdministration, log],
  );
});
