import type { Logger } from 'pino';
import type { StorageDiagnosis, StorageFacts } from '../../../application/ports/diagnosis.ts';

/** A server is as durable as it is configured to be; the operator is told at startup, without asking the doctor. */
export async function warnOfStorage(diagnosis: StorageDiagnosis, log: Logger): Promise<void> {
  let facts: StorageFacts;
  try {
    facts = await diagnosis.examine();
  } catch (error) {
    // The storage responded a moment ago: failing to inspect it is no reason not to start.
    log.debug({ err: error }, 'the settings of the storage could not be read');
    return;
  }
  for (const { check, severity, message, cure } of facts.findings) {
    if (severity !== 'ok') log.warn({ check, cure }, message);
  }
}
