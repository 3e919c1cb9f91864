import { ContainerModule } from 'inversify';
import { FollowChanges } from '../../../../application/changes/follow-changes.ts';
import { ListChanges } from '../../../../application/changes/list-changes.ts';
import { ReadNewestPosition } from '../../../../application/changes/read-newest-position.ts';
import { tokens } from './tokens.ts';

const { promptChanges, contentHashing } = tokens;

/** Builds the use cases that read the feed of an account. */
export const changesModule = new ContainerModule(({ bind }) => {
  bind(tokens.followChanges).toResolvedValue(
    (...parts) => new FollowChanges(...parts),
    [promptChanges, contentHashing],
  );
  bind(tokens.listChanges).toResolvedValue((...parts) => new ListChanges(...parts), [promptChanges, contentHashing]);
  bind(tokens.readNewestPosition).toResolvedValue(
    (...parts) => new ReadNewestPosition(...parts),
    [promptChanges, contentHashing],
  );
});
