import { setImmediate as nextTurn } from 'node:timers/promises';
import { ContainerModule } from 'inversify';
import { ChangeWatch } from '../../../../application/changes/watch/change-watch.ts';
import { OpenChangeStream } from '../../../../application/changes/watch/open-change-stream.ts';
import { ReadFeed } from '../../../../application/changes/watch/read-feed.ts';
import { StreamCredentials } from '../../../../application/changes/watch/stream-credential.ts';
import type { RotateKey } from '../../../../application/keys/rotate-key.ts';
import type { PromptArchive } from '../../../../application/ports/prompts/prompt-archive.ts';
import type { PromptWriter } from '../../../../application/ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../../../../application/ports/prompts/protected-labels.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { ChangeSchedule, LoggedWatchReport } from '../../../inbound/schedule/change-schedule.ts';
import { token } from '../tokens/token.ts';
import { tokens } from '../tokens/tokens.ts';
import { injectByName } from './inject-by-name.ts';

const readFeed = token<ReadFeed>('ReadFeed');
const openChangeStream = token<OpenChangeStream>('OpenChangeStream');
const streamCredentials = token<StreamCredentials>('StreamCredentials');

/**
 * Builds what open streams need. Wraps what changes prompts and keys where it is bound, so that streams on this instance
 * need not wait for the next tick, whichever channel a change came through.
 */
export const eventsModule = new ContainerModule(({ bind, onActivation }) => {
  bind(readFeed).toResolvedValue((...parts) => new ReadFeed(...parts), [tokens.promptChanges, tokens.contentHashing]);
  bind(openChangeStream).toResolvedValue((feed) => new OpenChangeStream(feed), [readFeed]);
  bind(streamCredentials).toResolvedValue(
    (...parts) => new StreamCredentials(...parts),
    [tokens.authenticateKey, tokens.keySealing, tokens.sessionStore, tokens.promptReader, tokens.clock],
  );
  bind(tokens.changeWatch).toResolvedValue(
    (feed, log) => new ChangeWatch(feed, new LoggedWatchReport(log), nextTurn),
    [readFeed, tokens.log],
  );
  bind(tokens.changeSchedule).toResolvedValue((watch) => new ChangeSchedule(watch), [tokens.changeWatch]);
  bind(tokens.eventUseCases).toResolvedValue(
    ...injectByName({ changeWatch: tokens.changeWatch, openChangeStream, streamCredentials }),
  );

  onActivation(tokens.promptWriter, (context, writer) => wakeAfterWrites(writer, context.get(tokens.changeWatch)));
  onActivation(tokens.promptArchive, (context, archive) => wakeAfterImports(archive, context.get(tokens.changeWatch)));
  onActivation(tokens.protectedLabels, (context, labels) =>
    wakeAfterProtection(labels, context.get(tokens.changeWatch)),
  );
  onActivation(tokens.rotateKey, (context, rotateKey) =>
    revokeAfterRotation(rotateKey, context.get(tokens.changeWatch)),
  );
});

type Wake = Pick<ChangeWatch, 'wake'>;

async function wakeAfter<Outcome>(watch: Wake, owner: AccountId, write: Promise<Outcome>): Promise<Outcome> {
  const outcome = await write;
  watch.wake(owner);
  return outcome;
}

const wakeAfterWrites = (writer: PromptWriter, watch: Wake): PromptWriter => ({
  create: (creation) => wakeAfter(watch, creation.owner, writer.create(creation)),
  revise: (revision) => wakeAfter(watch, revision.owner, writer.revise(revision)),
  remove: (removal) => wakeAfter(watch, removal.owner, writer.remove(removal)),
  confirm: (...read) => writer.confirm(...read),
});

const wakeAfterImports = (archive: PromptArchive, watch: Wake): PromptArchive => ({
  readVersions: (...page) => archive.readVersions(...page),
  readMoves: (...page) => archive.readMoves(...page),
  findNewContents: (...versions) => archive.findNewContents(...versions),
  restore: (prompt) => wakeAfter(watch, prompt.owner, archive.restore(prompt)),
  append: (addition) => wakeAfter(watch, addition.owner, archive.append(addition)),
});

const wakeAfterProtection = (labels: ProtectedLabels, watch: Wake): ProtectedLabels => ({
  read: (owner) => labels.read(owner),
  replace: (replacement) => wakeAfter(watch, replacement.owner, labels.replace(replacement)),
});

/** Streams of the retired key end before the new one is returned. Other instances find out before they send anything. */
const revokeAfterRotation = (
  rotateKey: Pick<RotateKey, 'execute'>,
  watch: Pick<ChangeWatch, 'revokeKey'>,
): Pick<RotateKey, 'execute'> => ({
  execute: async (accountId, retired, ...rest) => {
    const outcome = await rotateKey.execute(accountId, retired, ...rest);
    if (outcome.kind === 'rotated') watch.revokeKey(accountId, retired);
    return outcome;
  },
});
