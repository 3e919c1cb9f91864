import {
  CLIENT_LIMITS,
  NO_ETAG,
  type SnapshotEntry,
  serializeSnapshot,
} from '../../../../domain/snapshots/snapshot.ts';
import type { CommandHost } from '../host/command-host.ts';
import { EXIT } from '../host/exit-codes.ts';
import { callService } from '../prompts/commands/api-command.ts';
import { visible } from '../terminal/safe-output.ts';
import { loadIncludes } from './included-prompts.ts';
import { replaceFile, reportUnusableFile } from './replace-file.ts';
import {
  countPrompts,
  describeSelection,
  indexByKey,
  listSelected,
  readSelection,
  type SelectedPrompt,
  type SelectionOptions,
} from './selected-prompts.ts';
import { signSnapshot } from './sign-snapshot.ts';

export type SnapshotOptions = SelectionOptions;

/** Prompts may be confidential, as in the clients' own snapshots. */
const SNAPSHOT_FILE_MODE = 0o600;

/** `prompthold snapshot` */
export async function runSnapshot(host: CommandHost, options: SnapshotOptions, file: string): Promise<number> {
  const selection = readSelection(options);
  return callService(host, {}, async ({ terminal, api, access: { url, key } }) => {
    const selected = await listSelected(api, selection);
    if (selected.length === 0) {
      terminal.report(`There are no prompts${describeSelection(selection)}. Nothing was written.`);
      return EXIT.failed;
    }
    const known = indexByKey(selected, selection);
    const { loaded, missing } = await loadIncludes(api, selected, known);
    const entries = new Map([...loaded].map(([key, prompt]) => [key, toEntry(prompt)]));
    const text = signSnapshot(serializeSnapshot({ url, savedAt: new Date().toISOString(), entries }), key.reveal());
    return reportUnusableFile(terminal, async () => {
      await replaceFile(file, text, SNAPSHOT_FILE_MODE);
      for (const { includer, target } of missing) {
        terminal.report(
          visible(`warning: ${includer} includes ${target}, which does not exist: it cannot be rendered`),
        );
      }
      if (entries.size > CLIENT_LIMITS.entries || text.length > CLIENT_LIMITS.bytes) {
        terminal.report(
          `warning: clients use 1,000 entries or 32 MiB of a snapshot. Select fewer with --label or --tag`,
        );
      }
      terminal.report(`${file}: ${countPrompts(selected.length)}${countIncludes(loaded.size - known.size)}`);
      return EXIT.succeeded;
    });
  });
}

const toEntry = ({ raw }: SelectedPrompt): SnapshotEntry => ({ etag: NO_ETAG, prompt: raw });

const countIncludes = (count: number): string => (count === 0 ? '' : `, and ${count} that they include`);
