import { DiagnoseInstallation } from '../../../application/diagnose/diagnose-installation.ts';
import type { Finding } from '../../../application/ports/diagnosis.ts';
import { KeyringFileDiagnosis } from '../../outbound/crypto/keyring/keyring-file-diagnosis.ts';
import { nodeFinding } from '../../outbound/host/node-finding.ts';
import { systemClock } from '../../outbound/host/system-environment.ts';
import { type Configuration, type ConfigurationSources, loadConfiguration } from '../configuration/configuration.ts';
import { ConfigurationError } from '../configuration/errors.ts';
import { configurationFindings, mistakeFindings } from '../configuration/findings.ts';
import { describeStorage } from '../configuration/storage-url.ts';
import { withContainer } from '../wiring/compose.ts';
import { tokens } from '../wiring/tokens.ts';

/** Everything that can be looked at. What keeps the service from starting is a finding here, never a failure. */
export async function diagnose(sources: ConfigurationSources): Promise<readonly Finding[]> {
  const node = nodeFinding(process.versions.node);
  try {
    const loaded = loadConfiguration(sources);
    return [node, ...configurationFindings(loaded), ...(await diagnoseInstallation(loaded.configuration))];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [node, ...mistakeFindings(error)];
  }
}

async function diagnoseInstallation(configuration: Configuration): Promise<readonly Finding[]> {
  const { location } = configuration.storage;
  const keyring = new KeyringFileDiagnosis({
    file: configuration.keyring.file,
    databaseFile: location.kind === 'sqlite' ? location.file : undefined,
  });
  return withContainer(configuration, (container) => {
    const diagnosis = new DiagnoseInstallation(
      container.get(tokens.storageDiagnosis),
      keyring,
      systemClock,
      describeStorage(location),
      configuration.webhooks.enabled ? () => container.get(tokens.storage).webhooks : undefined,
    );
    return diagnosis.execute();
  });
}
